import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EvalFlags, JSException, QuickJS } from 'quickjs-wasi';
import type { ExtensionDescriptor, JSValueHandle } from 'quickjs-wasi';
import { pluginLimits } from '../../plugin-limits.js';
import { GuestModules } from './guest-modules.js';

/** Of the engine's one megabyte; less than V8 gives the engine itself. */
const stackBytes = 192 * 1024;

/** Compiled parts of the engine's package, which run inside the machine. */
const extensions = ['url', 'encoding', 'headers', 'structured-clone', 'crypto'];

/** The functions that the guest may call; they exchange plain text and numbers. */
interface GuestCalls {
  /**
   * Sends a line to the service. `kind` is one of `postKinds`, `id` the number of the question or
   * answer.
   */
  post(line: string, kind: number, id: number): void;
  /** Starts a timer. @returns its number, or 0 at the limit */
  startTimer(ms: number, repeats: boolean): number;
  stopTimer(id: number): void;
}

/** The result of one entry into the guest. */
export type EntryOutcome =
  | 'done'
  /** The time was over and the code was interrupted; the machine continues. */
  | 'interrupted'
  /** An uncaught error. */
  | { readonly thrown: string };

/** The virtual machine with one plugin's code (docs/decisions/0010-plugins-in-quickjs.md). */
export class VirtualMachine {
  private deadline = Infinity;
  private wasInterrupted = false;
  /** Unhandled rejections by promise, with their reasons. */
  private readonly rejections = new Map<number, string>();
  private entry: JSValueHandle | null = null;

  private constructor(
    private readonly engine: QuickJS,
    readonly modules: GuestModules,
  ) {}

  /** @param heartbeat called regularly while guest code runs */
  static async create(calls: GuestCalls, heartbeat: () => void): Promise<VirtualMachine> {
    const modules = new GuestModules();
    const made: { machine?: VirtualMachine } = {};
    const engine = await QuickJS.create({
      wasm: readPart('quickjs.wasm'),
      memoryLimit: pluginLimits.memoryMegabytes * 1024 * 1024,
      maxStackSize: stackBytes,
      extensions: extensions.map(extension),
      moduleLoader: {
        normalize: (from: string, specifier: string) => modules.normalize(from, specifier),
        load: (name: string) => modules.load(name),
      },
      interruptHandler: () => {
        heartbeat();
        return made.machine?.isOver() ?? false;
      },
      onUnhandledRejection: (promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean) =>
        made.machine?.track(promise.identity, reason, isHandled),
    });
    made.machine = new VirtualMachine(engine, modules);
    made.machine.start(calls);
    return made.machine;
  }

  /** Delivers a message of the service and runs everything that follows at once. */
  deliver(message: string, limitMs: number): EntryOutcome {
    return this.enter(limitMs, () => this.call('message', this.engine.newString(message)));
  }

  fireTimer(id: number, limitMs: number): EntryOutcome {
    return this.enter(limitMs, () => this.call('timer', this.engine.newNumber(id)));
  }

  private start(calls: GuestCalls): void {
    const { engine } = this;
    const host = engine.newObject();
    const offer = (name: string, offered: (...args: JSValueHandle[]) => JSValueHandle): void => {
      engine.newFunction(name, offered).consume((handle) => host.setProp(name, handle));
    };
    offer('post', (line, kind, id) => {
      calls.post(textOf(line), numberOf(kind), numberOf(id));
      return engine.undefined;
    });
    offer('startTimer', (ms, repeats) =>
      engine.newNumber(calls.startTimer(numberOf(ms), repeats?.toBoolean() ?? false)),
    );
    offer('stopTimer', (id) => {
      calls.stopTimer(numberOf(id));
      return engine.undefined;
    });
    offer('require', (from, specifier) =>
      engine.newString(this.modules.required(textOf(from), textOf(specifier))),
    );
    engine.setProp(engine.global, 'office', host);
    host.dispose();
    engine
      .evalCode(`import 'office:${guestEntry}'`, 'office:start', EvalFlags.TYPE_MODULE)
      .dispose();
    engine.executePendingJobs();
    for (const thrown of this.rejections.values()) throw new Error(thrown);
    this.entry = engine.global.getProp('office');
    engine.evalCode('delete globalThis.office').dispose();
  }

  private call(name: string, argument: JSValueHandle): void {
    const { engine, entry } = this;
    if (entry === null) return;
    const member = entry.getProp(name);
    try {
      engine.callFunction(member, engine.undefined, argument).dispose();
    } finally {
      member.dispose();
      argument.dispose();
    }
  }

  private enter(limitMs: number, run: () => void): EntryOutcome {
    this.deadline = performance.now() + limitMs;
    this.wasInterrupted = false;
    this.rejections.clear();
    const thrown = this.attempt(run) ?? this.attempt(() => void this.engine.executePendingJobs());
    // Interrupted code may leave jobs of others behind.
    if (this.wasInterrupted) this.settleRest();
    if (this.wasInterrupted) return 'interrupted';
    if (thrown !== null) return { thrown };
    const [unhandled] = this.rejections.values();
    return unhandled === undefined ? 'done' : { thrown: unhandled };
  }

  private settleRest(): void {
    this.deadline = performance.now() + pluginLimits.afterInterruptMs;
    this.attempt(() => void this.engine.executePendingJobs());
  }

  /** @returns the guest's error, or null. @throws errors of the engine */
  private attempt(run: () => void): string | null {
    try {
      run();
      return null;
    } catch (error) {
      if (error instanceof JSException) {
        const words = shown(error.handle);
        error.dispose();
        return words;
      }
      const job = error instanceof Error ? jobError.exec(error.message) : null;
      if (job === null) throw error;
      return job[1] ?? '';
    }
  }

  private isOver(): boolean {
    if (performance.now() < this.deadline) return false;
    this.wasInterrupted = true;
    return true;
  }

  private track(promise: number, reason: JSValueHandle, isHandled: boolean): void {
    if (isHandled) this.rejections.delete(promise);
    else this.rejections.set(promise, shown(reason));
  }
}

/** The engine package's wording of a job's error. */
const jobError = /^Job execution error: ([^]*)$/;

const guestEntry = 'plugins/isolation/guest/main.js';

const outOfMemoryName = 'InternalError';
const outOfMemoryMessage = 'out of memory';

/** By these words the host recognises that the guest's memory is exhausted. */
export const outOfMemory = `${outOfMemoryName}: ${outOfMemoryMessage}`;

/** Describes a thrown value; this runs guest code, which may throw again. */
function shown(thrown: JSValueHandle): string {
  try {
    if (!thrown.isObject) return thrown.toString();
    const message = thrown.getProp('message').consume((handle) => textOf(handle));
    const name = thrown.getProp('name').consume((handle) => textOf(handle));
    if (name === outOfMemoryName && message === outOfMemoryMessage) return outOfMemory;
    return message === '' && !thrown.isError ? unshowable : message;
  } catch (error) {
    if (!(error instanceof JSException)) throw error;
    const memory = error.message === outOfMemoryMessage;
    error.dispose();
    return memory ? outOfMemory : unshowable;
  }
}

const unshowable = 'something that cannot be shown';

function textOf(handle: JSValueHandle | undefined): string {
  return handle?.isString === true ? handle.toString() : '';
}

function numberOf(handle: JSValueHandle | undefined): number {
  return handle?.isNumber === true ? handle.toNumber() : 0;
}

function extension(name: string): ExtensionDescriptor {
  return { name, wasm: readPart(path.join('extensions', name, `${name}.so`)) };
}

const engineDirectory = path.dirname(
  fileURLToPath(import.meta.resolve('quickjs-wasi/package.json')),
);

function readPart(name: string): Buffer<ArrayBuffer> {
  return readFileSync(path.join(engineDirectory, name));
}
