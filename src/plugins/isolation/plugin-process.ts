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
import { type OnAnswered, PendingAsks, PluginEndedError } from './pending-asks.js';
import { RateGauge } from './rate-gauge.js';

const errorOutputCharacters = 4096;

/** How long an end that is on its way may take to be told. */
const exitWaitMs = 1000;

/** Receives what a plugin's process sends unasked. */
export interface PluginListener {
  onTell(tell: Tell): void;
  onRequest(request: GuestRequest): void;
  /** The process has ended unasked. Called once at most. */
  onEnd(reason: string): void;
}

/** How long an ask may take, and what is said of a plugin that takes longer. */
export interface AskLimit {
  /**
   * Code that computes for so long is interrupted; a process that does not report then is ended.
   */
  readonly limitMs: number;
  readonly overrun: string;
  /** Asked when the limit has passed: true grants the same time once more. */
  readonly excused?: () => boolean;
  readonly onAnswered?: OnAnswered;
}

/**
 * The process that holds one plugin's virtual machine, seen from the service.
 * A process and not a thread: a thread shares the memory, the descriptors and the thread pool of the
 * service.
 *
 * Everything that comes out of it is bounded while it comes: the length of a message, their number
 * and their bytes. Whoever breaks a bound or a time limit is ended.
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
   * @param backgroundMs how long code may compute that nothing waits for
   * @throws PluginEndedError when the process cannot be started.
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

  /** Asks that are not answered yet. */
  get outstanding(): number {
    return this.asks.size;
  }

  /**
   * Has something done. @returns the outcome of a tool call, undefined for anything else.
   * @throws PluginThrewError when the plugin's code threw, PluginInterruptedError when it took too
   * long, PluginEndedError when its process ended.
   */
  ask(ask: Ask, limit: AskLimit): Promise<ToolOutcome | undefined> {
    return this.begin(ask, limit).answer;
  }

  /** As `ask`, and tells the number under which the ask can be spoken of. */
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

  /** Settles when the process has taken the note, or cannot any more. */
  async note(note: ServiceNote): Promise<void> {
    if (this.endReason === null) await this.write(JSON.stringify(note));
  }

  /** Ends the process as a failure of the plugin: its listener receives the reason. */
  end(reason: string): void {
    if (this.close(reason)) this.listener.onEnd(reason);
  }

  /** Ends the process because the office wants it so. Settles when it is gone, and never throws. */
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

  /** A process that is ending closes its input first; the end itself knows the better reason. */
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

/** An ask as it goes over the line. An event is the text that every socket got, not made anew. */
function encodeAsk(ask: Ask, id: number, limitMs: number): string {
  if (ask.ask !== 'handle') return JSON.stringify({ ...ask, id, limitMs });
  return `{"ask":"handle","id":${id},"limitMs":${limitMs},"event":${serialize(ask.event)}}`;
}

/** What V8 writes when its own heap is full. */
const heapIsFull = /heap out of memory|allocation failed/i;

/** The reason of an unexpected end. @param stderrTail the end of its error output */
export function whyItEnded({ code, signal }: ChildEnd, stderrTail: string): string {
  if (heapIsFull.test(stderrTail)) {
    return pluginCodeTexts.outOfMemory(pluginLimits.memoryMegabytes);
  }
  return pluginCodeTexts.ended(signal === null ? `exit code ${code}` : `signal ${signal}`);
}

/** Packages that the process loads: the engine, and what finds modules in a bundle. */
const packages = ['quickjs-wasi', 'cjs-module-lexer', 'resolve.exports'];

const wasmPageBytes = 64 * 1024;

/**
 * The command line of a plugin's process: Node's permission model, with nothing allowed but reading
 * the service's compiled code and three packages. No writing, no child processes, threads, native
 * code, WASI or inspector. Node 24 cannot deny the network by permission: the machine inside offers
 * no means to reach it.
 *
 * The bounds on memory are a second wall around the one of the machine (`pluginLimits`).
 * The last arguments are the process of the service, and how long code may compute that nothing
 * waits for.
 */
function launchArguments(backgroundMs: number): readonly string[] {
  const entry = hostEntry();
  return [
    '--permission',
    ...readable(entry).map((location) => `--allow-fs-read=${location}`),
    // What is read is what is named: the dependencies may be linked into the installation.
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

/** The compiled service, the packages, and the file that says what they are. */
function readable(entry: string): readonly string[] {
  const compiled = path.resolve(entry, '../../../..');
  const root = path.dirname(compiled);
  const modules = packages.map((name) => path.join(root, 'node_modules', name));
  return [...[compiled, ...modules].map(directoryGrant), path.join(root, 'package.json')];
}

function directoryGrant(directory: string): string {
  return directory.endsWith(path.sep) ? directory : directory + path.sep;
}
