import path from 'node:path';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { KeptOutput } from '../../platform/process/kept-output.js';
import { LineSplitter } from '../../platform/process/line-splitter.js';
import { PipedChild } from '../../platform/process/piped-child.js';
import { within } from '../../platform/process/within.js';
import { clip } from '../../platform/text/clip.js';
import { toolTexts } from '../../protocol/texts/tools.js';

const maxMessageCharacters = 200;
const maxPatternCharacters = 10_000;
/** Bytes of one line of ripgrep's output: two numbers and a fixed remark. */
const maxAnswerBytes = 4096;
const keptErrorCharacters = 64 * 1024;

/**
 * ripgrep as a line filter: it reads its input and opens no files. Neither configuration nor
 * variables affect it. Expressions run in linear time (no PCRE2) and bounded memory.
 */
const filterArguments: readonly string[] = [
  '--no-config',
  '--engine=default',
  '--regex-size-limit=10M',
  '--dfa-size-limit=10M',
  '--text',
  '--encoding=none',
  '--color=never',
  '--no-heading',
  '--no-filename',
  '--line-number',
  '--column',
  // Only the place is needed, because the text is known.
  '--max-columns=1',
  '--no-max-columns-preview',
];

interface Pattern {
  readonly source: string;
  readonly ignoreCase: boolean;
}

/** Line and byte of a match, from 0. */
export interface Place {
  readonly line: number;
  /** Offset in the line's UTF-8 bytes. */
  readonly byte: number;
}

interface SearchLimits {
  /** For the whole search, whatever the pattern and the size of the tree. */
  readonly timeMs: number;
  /** Ends the search; later questions get no matches. */
  readonly signal: AbortSignal;
}

/**
 * A regular expression in use. The service reads files itself, through descriptors that no link
 * redirects, and asks ripgrep which lines match, one process per question.
 */
export class PatternSearch {
  private readonly endsAt: number;

  private constructor(
    private readonly program: string,
    private readonly pattern: Pattern,
    private readonly limits: SearchLimits,
  ) {
    this.endsAt = performance.now() + limits.timeMs;
  }

  /** @throws RefusedError if the pattern is too long or contains a NUL, or ripgrep is missing. */
  static async start(pattern: Pattern, limits: SearchLimits): Promise<PatternSearch> {
    assertSized(pattern.source);
    return new PatternSearch(await ripgrepProgram(), pattern, limits);
  }

  /**
   * The matching lines, at most `max`, with their places. Lines must not contain a line feed.
   * @throws RefusedError if the pattern is invalid (also reported without lines), the time is over,
   * or ripgrep failed.
   */
  match(lines: readonly string[], max: number): Promise<readonly Place[]> {
    return this.ask(lines, [`--max-count=${max}`], Infinity);
  }

  /** The first `max` matching places. @throws RefusedError like `match` */
  places(lines: readonly string[], max: number): Promise<readonly Place[]> {
    return this.ask(lines, ['--only-matching'], max);
  }

  private async ask(
    lines: readonly string[],
    options: readonly string[],
    max: number,
  ): Promise<readonly Place[]> {
    const { timeMs, signal } = this.limits;
    if (signal.aborted) return [];
    const left = this.endsAt - performance.now();
    if (left <= 0) throw new RefusedError(toolTexts.patternTooSlow(timeMs));
    const child = await this.startFilter(options);
    const stop = (): void => void child.kill();
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    try {
      const places = await within(left, answerOf(child, lines, max));
      if (!places) throw new RefusedError(toolTexts.patternTooSlow(timeMs));
      return places;
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      await child.kill();
    }
  }

  private async startFilter(options: readonly string[]): Promise<PipedChild> {
    const { program: file, pattern } = this;
    const letters = pattern.ignoreCase ? '--ignore-case' : '--case-sensitive';
    const own = [letters, ...options, '-e', pattern.source, '--', '-'];
    try {
      return await PipedChild.start({
        file,
        args: [...filterArguments, ...own],
        cwd: path.dirname(file),
        environment: {},
      });
    } catch (error) {
      throw new RefusedError(toolTexts.patternFailed(messageOf(error)));
    }
  }
}

async function answerOf(
  child: PipedChild,
  lines: readonly string[],
  max: number,
): Promise<readonly Place[]> {
  const places: Place[] = [];
  const splitter = new LineSplitter(maxAnswerBytes, {
    line: (text) => {
      if (places.length >= max) return;
      places.push(placeOf(text));
      if (places.length === max) void child.kill();
    },
    oversized: () => undefined,
  });
  child.stdout.on('data', (chunk: Buffer) => splitter.push(chunk));
  const errors = new KeptOutput({ head: keptErrorCharacters }).collect(child.stderr);
  // ripgrep stops reading once it has enough matches, or refuses the pattern.
  const text = lines.length > 0 ? `${lines.join('\n')}\n` : '';
  child.write(text).catch(() => undefined);
  child.closeInput();
  const { code, signal } = await child.ended;
  const said = errors();
  if (places.length >= max) return places;
  if (code === 2 && said !== '') throw new RefusedError(toolTexts.invalidPattern(reasonOf(said)));
  // 0: matches, 1: no matches.
  if (code !== 0 && code !== 1) {
    throw new RefusedError(toolTexts.patternFailed(`ripgrep ended with ${signal ?? code}`));
  }
  return places;
}

/** Parses `<line>:<byte>:…`, both from 1. */
function placeOf(answer: string): Place {
  const [line = '', byte = ''] = answer.split(':', 2);
  return { line: Number.parseInt(line, 10) - 1, byte: Number.parseInt(byte, 10) - 1 };
}

function assertSized(source: string): void {
  if (source.length > maxPatternCharacters) {
    throw new RefusedError(
      toolTexts.invalidPattern(`longer than ${maxPatternCharacters} characters`),
    );
  }
  if (source.includes('\0')) throw new RefusedError(toolTexts.invalidPattern('it holds a NUL'));
}

/** ripgrep marks the place in a drawing; the reason is a line of its own. */
function reasonOf(said: string): string {
  const lines = said.split('\n');
  const reason = lines.find((line) => line.startsWith('error: ')) ?? lines[0] ?? '';
  return clip(reason.replace(/^(rg|error): /, ''), maxMessageCharacters, '…');
}

/** The used part of `@vscode/ripgrep`. */
interface RipgrepPackage {
  readonly rgPath: string;
}

/**
 * Path of ripgrep's program. Its package throws on import on unsupported platforms, so the first
 * search loads it.
 *
 * @throws RefusedError if there is none for this platform.
 */
export async function ripgrepProgram(
  load: () => Promise<RipgrepPackage> = () => import('@vscode/ripgrep'),
): Promise<string> {
  try {
    return (await load()).rgPath;
  } catch {
    throw new RefusedError(toolTexts.noRipgrep(`${process.platform}-${process.arch}`));
  }
}
