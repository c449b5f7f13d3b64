import { type LogLevel, logLevels } from '../../protocol/records/enums.js';
import type { Clock } from '../clock.js';
import type { LogFormat } from '../config/telemetry-config.js';
import { traceIdOf } from '../telemetry/trace-ids.js';
import { currentWork, type Work } from '../telemetry/work-context.js';
import { cleaned } from '../text/cleaned.js';
import { sanitizeOutput } from '../text/sanitize-output.js';
import { type Redact, redactor } from './redact.js';

/** Outputs: `err` for warnings and errors, `out` for the rest. */
export interface LogSinks {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

const processSinks: LogSinks = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
};

/** A warning or error on its way to the event log. */
export interface MirroredEntry extends LogEntry {
  readonly level: 'warn' | 'error';
}

type MirrorListener = (entry: MirroredEntry) => void | Promise<void>;

const longestMessage = 16_000;

/** Number of warnings and errors of the boot that are kept for the first listener. */
const earlyEntries = 200;

interface OfficeLoggerOptions {
  readonly clock: Clock;
  readonly level: LogLevel;
  /** Default: `text`. */
  readonly format?: LogFormat;
  readonly sinks?: LogSinks;
  /** Values that are hidden in all lines, as they are now. */
  readonly secrets?: () => readonly string[];
}

const none: readonly string[] = [];

/** Made anew only when the values have changed. */
function redactorOf(secrets: () => readonly string[]): Redact {
  let values = secrets();
  let redact = redactor(values);
  return (text) => {
    const present = secrets();
    if (present !== values) redact = redactor((values = present));
    return redact(text);
  };
}

/** Logger of one part of the service. */
export interface ScopedLogger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  /** The cause's stack is printed below the line but not mirrored. */
  error(message: string, cause?: unknown): void;
}

/**
 * Writes the log to the console and mirrors warnings and errors to listeners, whatever the
 * console's level.
 *
 * Errors of mirroring itself (failing listeners, `consoleOnly` loggers) are only printed, to avoid
 * a loop.
 */
export class OfficeLogger {
  private readonly clock: Clock;
  private readonly sinks: LogSinks;
  private readonly format: LogFormat;
  private readonly redact: Redact;
  private readonly listeners = new Set<MirrorListener>();
  private early: MirroredEntry[] = [];
  private deliveries: Promise<unknown> = Promise.resolve();
  private level: LogLevel;

  constructor(options: OfficeLoggerOptions) {
    const { clock, level, format = 'text', sinks = processSinks, secrets = () => none } = options;
    this.clock = clock;
    this.level = level;
    this.format = format;
    this.sinks = sinks;
    this.redact = redactorOf(secrets);
  }

  scope(scope: string): ScopedLogger {
    return this.scoped((level, message, cause) => {
      const entry = this.write(level, scope, message, cause);
      if (isMirrored(entry)) this.mirror(entry);
    });
  }

  /** A logger that writes to the console only. */
  consoleOnly(scope: string): ScopedLogger {
    return this.scoped((level, message, cause) => void this.write(level, scope, message, cause));
  }

  /** Takes effect with the next line. */
  setLevel(level: LogLevel): void {
    this.level = level;
  }

  /**
   * Calls the listener for every warning and error from now on; returns a function that stops it.
   * The first listener also gets those of the boot.
   */
  onMirrored(listener: MirrorListener): () => void {
    this.listeners.add(listener);
    const missed = this.early;
    this.early = [];
    for (const entry of missed) this.mirror(entry);
    return () => void this.listeners.delete(listener);
  }

  /** Resolves when the listeners have processed all warnings and errors so far. Never rejects. */
  async kept(): Promise<void> {
    await this.deliveries;
  }

  private scoped(say: (level: LogLevel, message: string, cause?: unknown) => void): ScopedLogger {
    return {
      debug: (message) => say('debug', message),
      info: (message) => say('info', message),
      warn: (message) => say('warn', message),
      error: (message, cause) => say('error', message, cause),
    };
  }

  private write(level: LogLevel, scope: string, text: string, cause?: unknown): LogEntry {
    const entry = { at: this.clock.now(), level, scope, message: this.redact(readable(text)) };
    if (logLevels.indexOf(level) >= logLevels.indexOf(this.level)) this.print(entry, cause);
    return entry;
  }

  private print(entry: LogEntry, cause?: unknown): void {
    const stack =
      cause instanceof Error && cause.stack ? this.redact(sanitizeOutput(cause.stack)) : null;
    const line =
      this.format === 'json'
        ? formatJsonLine(entry, stack, currentWork())
        : formatLogLine(stack === null ? entry : withStack(entry, stack));
    if (isMirrored(entry)) this.sinks.err(line);
    else this.sinks.out(line);
  }

  private mirror(entry: MirroredEntry): void {
    if (this.listeners.size === 0 && this.early.length < earlyEntries) this.early.push(entry);
    for (const listener of this.listeners) {
      this.deliveries = Promise.all([this.deliveries, this.deliver(listener, entry)]);
    }
  }

  private async deliver(listener: MirrorListener, entry: MirroredEntry): Promise<void> {
    try {
      await listener(entry);
    } catch (thrown) {
      this.write('error', 'log', `a line could not be kept: ${String(thrown)}`);
    }
  }
}

function withStack(entry: LogEntry, stack: string): LogEntry {
  return { ...entry, message: `${entry.message}\n${stack}` };
}

/** Removes everything from a message that acts on a terminal, reverses text or is invisible. */
function readable(message: string): string {
  return cleaned(message.replace(/\r\n?/g, '\n'), longestMessage, '…');
}

function isMirrored(entry: LogEntry): entry is MirroredEntry {
  return entry.level === 'warn' || entry.level === 'error';
}

/** Formats a log entry as one line of JSON, with its cause's stack and the current work. */
function formatJsonLine(entry: LogEntry, stack: string | null, work: Work = {}): string {
  const { at, level, scope, message } = entry;
  const { runId, turnId, workspaceId } = work;
  const time = new Date(at).toISOString();
  const traceId = runId === undefined ? undefined : traceIdOf(runId);
  return JSON.stringify({
    time,
    level,
    scope,
    message,
    runId,
    turnId,
    workspaceId,
    traceId,
    stack: stack ?? undefined,
  });
}

interface LogEntry {
  readonly at: number;
  readonly level: LogLevel;
  readonly scope: string;
  readonly message: string;
}

/**
 * `HH:MM:SS.mmm LEVEL [scope] message`, in local time. Further lines are indented and control
 * characters removed, so that no message can imitate another line.
 */
export function formatLogLine({ at, level, scope, message }: LogEntry): string {
  return `${clockTime(at)} ${level.toUpperCase()} [${scope}] ${printable(message)}`;
}

function clockTime(at: number): string {
  const date = new Date(at);
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const seconds = `${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${seconds}`;
}

function printable(message: string): string {
  return message
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', '  ').replace(/\p{Cc}/gu, ''))
    .join('\n    ');
}
