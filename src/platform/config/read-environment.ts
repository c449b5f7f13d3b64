import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { configTexts } from '../../protocol/texts/process.js';

/** Where the environment comes from: a process's variables, and the directory it works in. */
export interface EnvironmentSource {
  readonly env: Environment;
  readonly cwd: string;
}

/** The running process itself. The only place that touches `process.env`. */
export function processSource(): EnvironmentSource {
  return { env: process.env, cwd: process.cwd() };
}

/** Variables, and what is known of the `.env` file they partly came from. */
export interface EnvironmentReading {
  readonly values: Environment;
  readonly path: string;
  readonly modifiedAt: number | null;
  readonly applied: number;
  /** Lines of the file that cannot be understood. */
  readonly faults: EnvFile['faults'];
}

/** Thrown: `.env` is there and no text. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError';
}

/**
 * The environment as a boot sees it: a variable of `.env` counts only when the process does not
 * have it at all, so one that is set and empty beats the file. Fails when `.env` is there and
 * cannot be read.
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

/** Milliseconds; null when there is no file. */
export function modifiedAtOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function definedIn(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

/** Variables by name, as a process or a `.env` file gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A line of a `.env` file that cannot be understood. */
interface EnvFileFault {
  /** The variable that the line would set; null when it names none. */
  readonly name: string | null;
  /** The line by its number and what is wrong with it, never its text. */
  readonly text: string;
}

interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly faults: readonly EnvFileFault[];
}

/** Lines that belong together: a value in quotes may run over several. */
interface Statement {
  readonly line: number;
  readonly text: string;
}

const assignment = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=([^]*)$/;
const startsAssignment = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=/;
const blankOrComment = /^\s*(?:#.*)?$/;

/**
 * The text of a `.env` file: UTF-8, or UTF-16 by its byte order mark, as Windows writes it. Null: it is
 * in another encoding, or no text.
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
 * Reads the text of a `.env` file as Node does: quotes of three kinds, `export`, comments behind a
 * value, values in quotes over several lines. Nothing is expanded, and of a repeated name the last one
 * counts. What Node would leave out, cut off or join is a fault instead, and sets nothing.
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

/** Where a value in quotes that begins in a line ends; in the line itself when it ends nowhere. */
function lastLine(lines: readonly string[], at: number): number {
  const written = assignment.exec(lines[at] ?? '')?.[2]?.trimStart() ?? '';
  const quote = /^["'`]/.exec(written)?.[0];
  if (quote === undefined || written.includes(quote, 1)) return at;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    // A quote that is not closed would take in the variables below it.
    if (startsAssignment.test(line)) return at;
    if (line.includes(quote)) return next;
  }
  return at;
}

/** What is wrong with what stands behind `=`; null when it can be understood. */
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
