import os from 'node:os';
import { createInterface } from 'node:readline';
import { Script } from 'node:vm';
import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';
import { pluginLimits, timeLimits } from '../../plugin-limits.js';
import { explained } from '../guest/message-of.js';
import { postKinds } from '../guest/post-kinds.js';
import type { Bundle, FromPlugin, FromService } from '../messages.js';
import { Deadlines, HostTimers } from './deadlines.js';
import { type EntryOutcome, outOfMemory, VirtualMachine } from './virtual-machine.js';

/**
 * Main program of a plugin's process: holds one virtual machine, passes messages, and limits the
 * time of each entry. The plugin's code runs only inside the machine.
 */

const [serviceId, backgroundMs] = process.argv.slice(2).map(Number);
const deadlines = new Deadlines(backgroundMs ?? timeLimits.backgroundMs);
const timers = new HostTimers(pluginLimits.timers, (id, owner) =>
  enter(owner, (limitMs) => machine.fireTimer(id, limitMs)),
);

let isEnding = false;

os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const machine = await VirtualMachine.create(
  {
    post,
    startTimer: (ms, repeats) => timers.start(ms, repeats, deadlines.current),
    stopTimer: (id) => timers.stop(id),
  },
  endWithService,
);
createInterface({ input: process.stdin })
  .on('line', receive)
  .on('close', () => process.exit(0));

function receive(line: string): void {
  if (isEnding) return;
  const message = JSON.parse(line) as FromService | Bundle;
  if ('bundle' in message) return machine.modules.use(message.bundle);
  if ('ask' in message) {
    if (message.ask === 'ping') return say({ answer: message.id });
    deadlines.open(message.id, message.limitMs);
    return enter(message.id, (limitMs) => machine.deliver(line, limitMs));
  }
  const owner = 'reply' in message ? deadlines.ownerOf(message.reply) : message.abort;
  enter(owner, (limitMs) => machine.deliver(line, limitMs));
}

/** Runs guest code for a call, an event or nobody, within the remaining time. */
function enter(owner: number, run: (limitMs: number) => EntryOutcome): void {
  if (isEnding) return;
  const limitMs = deadlines.enter(owner);
  try {
    const outcome = watched(limitMs + pluginLimits.graceMs / 2, () => run(limitMs));
    if (outcome === 'interrupted') reportInterruption(owner);
    else if (outcome !== 'done') fail(outcome.thrown);
  } catch (error) {
    // The engine itself failed, so nothing in it is reliable any more.
    endWith(error instanceof WatchdogError ? unresponsive(limitMs) : engineFailed(error));
  } finally {
    deadlines.leave();
  }
}

function reportInterruption(owner: number): void {
  const waits = deadlines.close(owner);
  say(waits ? { answer: owner, interrupted: true } : { tell: 'interrupted' });
}

/** Called by the guest with arbitrary arguments. */
function post(line: string, kind: number, id: number): void {
  if (Buffer.byteLength(line) >= pluginLimits.messageBytes) {
    throw new Error(pluginCodeTexts.messageTooLarge(pluginLimits.messageBytes));
  }
  if (isEnding) return;
  if (process.stdout.writableLength > pluginLimits.unsentBytes)
    return endWith(pluginCodeTexts.flooded);
  if (kind === postKinds.request) deadlines.remember(id);
  if (kind === postKinds.answer) deadlines.close(id);
  if (kind === postKinds.fault) end(line);
  else process.stdout.write(`${line}\n`);
}

function say(message: FromPlugin): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function fail(thrown: string): void {
  endWith(
    thrown === outOfMemory
      ? pluginCodeTexts.outOfMemory(pluginLimits.memoryMegabytes)
      : explained(thrown),
  );
}

function endWith(message: string): void {
  end(JSON.stringify({ tell: 'fault', message: message.slice(0, pluginLimits.logLineCharacters) }));
}

/** Sends the last line and ends; nothing of the plugin runs any more. */
function end(lastLine: string): void {
  if (isEnding) return;
  isEnding = true;
  process.stdout.write(`${lastLine}\n`, () => process.exit(1));
}

function unresponsive(limitMs: number): string {
  return pluginCodeTexts.unresponsive(Math.round(limitMs / 100) / 10);
}

function engineFailed(error: unknown): string {
  return pluginCodeTexts.engineFailed(error instanceof Error ? error.message : String(error));
}

/** Ends with the service, because nobody else would end a computing plugin. */
function endWithService(): void {
  if (process.ppid !== serviceId) process.exit(1);
}

/** Code exceeded its time and could not be interrupted from inside. */
class WatchdogError extends Error {}

const key = Symbol.for('office.watched');
const call = new Script(`globalThis[Symbol.for('office.watched')]()`);

/**
 * Runs a function that is aborted when its time is over, even inside WebAssembly: built-in
 * functions of the engine ignore its interrupt handler.
 *
 * @throws WatchdogError if aborted; its data is unusable then
 */
function watched<T>(limitMs: number, run: () => T): T {
  Reflect.set(globalThis, key, run);
  try {
    return call.runInThisContext({ timeout: Math.ceil(limitMs) }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new WatchdogError('the time is up', { cause: error });
  }
}
