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
/** Of one line that ripgrep prints: two numbers and a fixed remark. */
const maxAnswerBytes = 4096;
const keptErrorCharacters = 64 * 1024;

/**
 * ripgrep as a filter of lines: it reads its input and opens no file. No configuration, no file of
 * the workspace and no variable steers it, and it cannot be led out of the workspace. Its
 * expressions take time linear in the text (no PCRE2), and memory up to the given sizes.
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
  // Only the place is of use: the text is known.
  '--max-columns=1',
  '--no-max-columns-preview',
];

interface Pattern {
  readonly source: string;
  readonly ignoreCase: boolean;
}

/** Where something matches, both counted from 0. */
export interface Place {
  readonly line: number;
  /** Of the line in UTF-8. */
  readonly byte: number;
}

interface SearchLimits {
  /** For the whole search, whatever the pattern and the size of the tree. */
  readonly timeMs: number;
  /** Ends the search: what is asked after that is answered with nothing. */
  readonly signal: AbortSignal;
}

/**
 * A regular expression at work. The service reads the files itself, through descriptors that no
 * link redirects, and asks which of their lines match; each question is one ripgrep.
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

  /**
   * @throws RefusedError when the pattern is too long or holds a NUL, or ripgrep is not there.
   */
  static async start(pattern: Pattern, limits: SearchLimits): Promise<PatternSearch> {
    assertSized(pattern.source);
    return new PatternSearch(await ripgrepProgram(), pattern, limits);
  }

  /**
   * The lines that match, at most `max`, with where. No line holds a line feed.
   * @throws RefusedError when the pattern is no regular expression of ripgrep's, which it says
   * without any line too, when the time is over, or ripgrep failed.
   */
  match(lines: readonly string[], max: number): Promise<readonly Place[]> {
    return this.ask(lines, [`--max-count=${max}`], Infinity);
  }

  /** Every place that matches, the first `max` of them. @throws RefusedError as `match` */
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
  // ripgrep stops reading once it has found enough, and when it refuses the pattern.
  const text = lines.length > 0 ? `${lines.join('\n')}\n` : '';
  child.write(text).catch(() => undefined);
  child.closeInput();
  const { code, signal } = await child.ended;
  const said = errors();
  if (places.length >= max) return places;
  if (code === 2 && said !== '') throw new RefusedError(toolTexts.invalidPattern(reasonOf(said)));
  // 0: something matches, 1: nothing does.
  if (code !== 0 && code !== 1) {
    throw new RefusedError(toolTexts.patternFailed(`ripgrep ended with ${signal ?? code}`));
  }
  return places;
}

/** `<line>:<byte>:…`, both counted from 1. */
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

/** ripgrep points at the place in a drawing; the reason stands in a line of its own. */
function reasonOf(said: string): string {
  const lines = said.split('\n');
  const reason = lines.find((line) => line.startsWith('error: ')) ?? lines[0] ?? '';
  return clip(reason.replace(/^(rg|error): /, ''), maxMessageCharacters, '…');
}

/** The part of `@vscode/ripgrep` that is used. */
interface RipgrepPackage {
  readonly rgPath: string;
}

/**
 * Where ripgrep's program is. Its package fails at import on a platform it has no program for, so
 * it is loaded by the first search and not at boot.
 *
 * @throws RefusedError when there is none for this platform.
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
