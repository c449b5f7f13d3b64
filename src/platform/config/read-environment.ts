import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { configTexts } from '../../protocol/texts/process.js';

/** The sources of the environment: a process's variables and its working directory. */
export interface EnvironmentSource {
  readonly env: Environment;
  readonly cwd: string;
}

/** The source for the running process. The only place that reads `process.env`. */
export function processSource(): EnvironmentSource {
  return { env: process.env, cwd: process.cwd() };
}

/** The variables, and facts about the `.env` file that some came from. */
export interface EnvironmentReading {
  readonly values: Environment;
  readonly path: string;
  readonly modifiedAt: number | null;
  readonly applied: number;
  /** Faulty lines of the file. */
  readonly faults: EnvFile['faults'];
}

/** Thrown if `.env` exists but is not readable text. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError';
}

/**
 * Reads the environment as at boot: a line of `.env` counts only if the process does not have the
 * variable at all, so a variable set to an empty value wins over the file. Throws if `.env` exists
 * and cannot be read.
 */
export function readEnvironment({ env, cwd }: EnvironmentSource): EnvironmentReading {
  const path = envFilePath(cwd);
  const modifiedAt = modifiedAtOf(path);
  const file = modifiedAt === null ? { values: {}, faults: [] } : readFile(path);
  const applied = Object.entries(file.values).filter(([name]) => env[name] === undefined);
  return {
    values: { ...Object.fromEntries(applied), ...definedIn(env) },
    path,
    modifiedAt,
    applied: applied.length,
    faults: file.faults,
  };
}

function readFile(path: string): EnvFile {
  const text = decodeEnvFile(readFileSync(path));
  if (text === null) throw new EnvFileError(configTexts.envFileEncoding);
  return parseEnvFile(text);
}

function envFilePath(cwd: string): string {
  return resolve(cwd, '.env');
}

/** Milliseconds; null if there is no file. */
export function modifiedAtOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function definedIn(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

/** Variables by name, from a process or a `.env` file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A faulty line of a `.env` file. */
interface EnvFileFault {
  /** The variable that the line would set; null if it names none. */
  readonly name: string | null;
  /** The line's number and its fault, never its text. */
  readonly text: string;
}

interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly EnvFileFault[];
}

/** Lines that form one assignment: a quoted value may span several. */
interface Statement {
  readonly line: number;
  readonly text: string;
}

const assignment = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=([^]*)$/;
const startsAssignment = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=/;
const blankOrComment = /^\s*(?:#.*)?$/;

/**
 * Text of a `.env` file: UTF-8, or UTF-16 with a byte order mark, as Windows writes it. Null:
 * another encoding, or binary.
 */
export function decodeEnvFile(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? null : text;
}

/**
 * Parses a `.env` file as Node does: three kinds of quotes, `export`, trailing comments, quoted
 * values over several lines. Nothing is expanded, and the last assignment of a name counts. Input
 * that Node would drop, truncate or join is a fault instead and sets nothing.
 */
export function parseEnvFile(text: string): EnvFile {
  const values: Record<string, string> = {};
  const faults: EnvFileFault[] = [];
  const lines = new Map<string, number>();
  for (const { line, text: statement } of statementsOf(text)) {
    const [, name = null, written = ''] = assignment.exec(statement) ?? [];
    const told = (rule: string): void =>
      void faults.push({ name, text: configTexts.line(line, rule) });
    if (name === null) {
      told(configTexts.noAssignment);
      continue;
    }
    const rule = faultOf(written);
    if (rule !== null) {
      told(rule);
      continue;
    }
    const earlier = lines.get(name);
    if (earlier !== undefined) {
      faults.push({
        name: null,
        text: configTexts.line(line, configTexts.setAgain(name, earlier)),
      });
    }
    lines.set(name, line);
    values[name] = parseEnv(statement)[name] ?? '';
  }
  return { values, faults };
}

function statementsOf(text: string): readonly Statement[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const statements: Statement[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = at + 1;
    const first = lines[at] ?? '';
    if (blankOrComment.test(first)) continue;
    const last = lastLine(lines, at);
    statements.push({ line, text: lines.slice(at, last + 1).join('\n') });
    at = last;
  }
  return statements;
}

/**
 * Index of the line where the quoted value that starts at `at` ends; `at` itself if it never ends.
 */
function lastLine(lines: readonly string[], at: number): number {
  const written = assignment.exec(lines[at] ?? '')?.[2]?.trimStart() ?? '';
  const quote = /^["'`]/.exec(written)?.[0];
  if (quote === undefined || written.includes(quote, 1)) return at;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    // An unclosed quote must not swallow the assignments below it.
    if (startsAssignment.test(line)) return at;
    if (line.includes(quote)) return next;
  }
  return at;
}

/** The fault in the text after `=`; null if there is none. */
function faultOf(written: string): string | null {
  const text = written.trimStart();
  if (text.includes('\uFFFD')) return configTexts.notUtf8;
  const quote = /^["'`]/.exec(text)?.[0];
  if (quote === undefined)
    return /[^\s#]#/.test(text.replace(/\s#.*$/, '')) ? configTexts.unclearComment : null;
  const end = text.indexOf(quote, 1);
  if (end === -1) return configTexts.openQuote;
  return blankOrComment.test(text.slice(end + 1)) ? null : configTexts.behindQuote;
}
