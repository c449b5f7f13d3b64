import { realpathSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../platform/errors/error-text.js';
import { serialize } from '../../platform/events/serialize.js';
import { KeptOutput } from '../../platform/process/kept-output.js';
import { LineSplitter } from '../../platform/process/line-splitter.js';
import { type ChildEnd, PipedChild } from '../../platform/process/piped-child.js';
import { within } from '../../platform/process/within.js';
import { workerEntry } from '../../platform/process/worker-entry.js';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import { pluginLimits } from '../plugin-limits.js';
import {
  type Ask,
  type Bundle,
  type GuestRequest,
  readMessage,
  type ServiceNote,
  type Tell,
  type ToolOutcome,
} from './messages.js';
import { type OnAnswered, PendingAsks } from './pending-asks.js';
import { RateGauge } from './rate-gauge.js';

const errorOutputCharacters = 4096;

/** Longest wait for the report of an ending process, ms. */
const exitWaitMs = 1000;

/** Receives unsolicited messages of a plugin's process. */
export interface PluginListener {
  onTell(tell: Tell): void;
  onRequest(request: GuestRequest): void;
  /** The process ended unexpectedly. Called at most once. */
  onEnd(reason: string): void;
}

/** Time limit of a request, and the text for exceeding it. */
export interface AskLimit {
  /**
   * Computing code is interrupted after this time; a process that does not report then is ended.
   */
  readonly limitMs: number;
  readonly overrun: string;
  /** Called at the limit: true grants the same time again. */
  readonly excused?: () => boolean;
  readonly onAnswered?: OnAnswered;
}

/**
 * The service's view of the process with one plugin's virtual machine. A process, because a thread
 * would share memory, descriptors and thread pool with the service.
 *
 * All its output is limited on arrival: length, number and bytes of messages. A process that
 * exceeds a limit is ended.
 */
export class PluginProcess {
  private readonly asks = new PendingAsks();
  private readonly messages = new RateGauge(pluginLimits.messagesPerSecond, 1000);
  private readonly bytes = new RateGauge(pluginLimits.bytesPerSecond, 1000);
  private readonly lines: LineSplitter;
  private readonly errorOutput: () => string;
  private endReason: string | null = null;

  private constructor(
    private readonly child: PipedChild,
    private readonly listener: PluginListener,
  ) {
    this.lines = new LineSplitter(pluginLimits.messageBytes, {
      line: (line) => this.receive(line),
      oversized: () => this.end(pluginCodeTexts.flooded),
    });
    this.errorOutput = new KeptOutput({ tail: errorOutputCharacters }).collect(child.stderr);
    child.stdout.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => this.take(chunk));
    void child.ended.then((end) => this.end(whyItEnded(end, this.errorOutput())));
  }

  /**
   * @param backgroundMs time limit of code that nothing waits for
   * @throws PluginEndedError if the process cannot be started.
   */
  static async start(
    { bundle }: Bundle,
    listener: PluginListener,
    backgroundMs: number,
  ): Promise<PluginProcess> {
    try {
      const child = await PipedChild.start({
        file: process.execPath,
        args: launchArguments(backgroundMs),
        cwd: path.parse(process.execPath).root,
        environment: {},
      });
      const started = new PluginProcess(child, listener);
      void started.write(JSON.stringify({ bundle }));
      return started;
    } catch (error) {
      throw new PluginEndedError(pluginCodeTexts.couldNotStart(messageOf(error)));
    }
  }

  /** Number of unanswered requests. */
  get outstanding(): number {
    return this.asks.size;
  }

  /**
   * Sends a request. @returns the outcome of a tool call, undefined for others.
   * @throws PluginThrewError if the plugin's code threw, PluginInterruptedError if it took too
   * long, PluginEndedError if its process ended.
   */
  ask(ask: Ask, limit: AskLimit): Promise<ToolOutcome | undefined> {
    return this.begin(ask, limit).answer;
  }

  /** Like `ask`, with the request's number. */
  begin(
    ask: Ask,
    { limitMs, overrun, excused, onAnswered }: AskLimit,
  ): { readonly id: number; readonly answer: Promise<ToolOutcome | undefined> } {
    if (this.endReason !== null) {
      return { id: 0, answer: Promise.reject(new PluginEndedError(this.endReason)) };
    }
    const endUnlessExcused = (): void => {
      if (!excused?.()) this.end(overrun);
    };
    const begun = this.asks.add(limitMs + pluginLimits.graceMs, endUnlessExcused, onAnswered);
    void this.write(encodeAsk(ask, begun.id, limitMs));
    return begun;
  }

  /** Settles when the process has received the note, or cannot any more. */
  async note(note: ServiceNote): Promise<void> {
    if (this.endReason === null) await this.write(JSON.stringify(note));
  }

  /** Ends the process as a failure of the plugin: its listener gets the reason. */
  end(reason: string): void {
    if (this.close(reason)) this.listener.onEnd(reason);
  }

  /** Ends the process on the office's behalf. Settles when it is gone, and never throws. */
  async stop(): Promise<void> {
    this.close(pluginCodeTexts.notRunning);
    await this.child.kill();
  }

  private close(reason: string): boolean {
    if (this.endReason !== null) return false;
    this.endReason = reason;
    this.asks.rejectAll(new PluginEndedError(reason));
    void this.child.kill();
    return true;
  }

  private write(message: string): Promise<void> {
    return this.child.write(`${message}\n`).catch(() => this.endAfterExit());
  }

  /** An ending process closes its input first; the end itself has the better reason. */
  private async endAfterExit(): Promise<void> {
    await within(exitWaitMs, this.child.ended);
    this.end(pluginCodeTexts.unreachable);
  }

  private take(chunk: Buffer): void {
    if (this.endReason !== null) return;
    if (this.bytes.take(chunk.length)) this.lines.push(chunk);
    else this.end(pluginCodeTexts.flooded);
  }

  private receive(line: string): void {
    if (this.endReason !== null) return;
    if (!this.messages.take()) return this.end(pluginCodeTexts.flooded);
    const message = readMessage(line);
    if (message === null) this.end(pluginCodeTexts.malformedMessage);
    else if ('answer' in message) this.asks.settle(message);
    else if ('request' in message && !('tell' in message)) this.listener.onRequest(message);
    else this.listener.onTell(message);
  }
}

/** Serialises a request. An event reuses the text sent to sockets. */
function encodeAsk(ask: Ask, id: number, limitMs: number): string {
  if (ask.ask !== 'handle') return JSON.stringify({ ...ask, id, limitMs });
  return `{"ask":"handle","id":${id},"limitMs":${limitMs},"event":${serialize(ask.event)}}`;
}

/** V8's messages when its heap is full. */
const heapIsFull = /heap out of memory|allocation failed/i;

/** The reason of an unexpected end. @param stderrTail the end of its error output */
export function whyItEnded({ code, signal }: ChildEnd, stderrTail: string): string {
  if (heapIsFull.test(stderrTail)) {
    return pluginCodeTexts.outOfMemory(pluginLimits.memoryMegabytes);
  }
  return pluginCodeTexts.ended(signal === null ? `exit code ${code}` : `signal ${signal}`);
}

/** Packages loaded by the process: the engine, and module resolution. */
const packages = ['quickjs-wasi', 'cjs-module-lexer', 'resolve.exports'];

const wasmPageBytes = 64 * 1024;

/**
 * The command line of a plugin's process: Node's permission model, which allows only reading the
 * service's compiled code and three packages. No writing, child processes, threads, native code,
 * WASI or inspector. Node 24 cannot deny the network, but the machine inside has no access to it.
 *
 * Memory limits are a second line behind the machine's own (`pluginLimits`). The last arguments are
 * the service's process id and the time limit of code that nothing waits for.
 */
function launchArguments(backgroundMs: number): readonly string[] {
  const entry = hostEntry();
  return [
    '--permission',
    ...readable(entry).map((location) => `--allow-fs-read=${location}`),
    // Permissions apply to names, because dependencies may be linked.
    '--preserve-symlinks',
    `--max-old-space-size=${pluginLimits.hostMegabytes}`,
    `--wasm-max-mem-pages=${(pluginLimits.machineMegabytes * 1024 * 1024) / wasmPageBytes}`,
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-addons',
    '--no-warnings',
    entry,
    String(process.pid),
    String(backgroundMs),
  ];
}

function hostEntry(): string {
  return realpathSync(workerEntry(import.meta.url, './child/plugin-host'));
}

/** The compiled service, the packages, and their package files. */
function readable(entry: string): readonly string[] {
  const compiled = path.resolve(entry, '../../../..');
  const root = path.dirname(compiled);
  const modules = packages.map((name) => path.join(root, 'node_modules', name));
  return [...[compiled, ...modules].map(directoryGrant), path.join(root, 'package.json')];
}

function directoryGrant(directory: string): string {
  return directory.endsWith(path.sep) ? directory : directory + path.sep;
}

/** A plugin's process has ended, or never started; the message says why. */
class PluginEndedError extends Error {}
