import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import v8 from 'node:v8';
import workerThreads from 'node:worker_threads';
import { pluginCodeTexts } from '../../../protocol/texts.js';

/**
 * What is closed in modules that are open otherwise: signals to the office, which runs as the same
 * user; its priority; name servers of the plugin's choice; switches of the engine; threads, each
 * with a heap of its own.
 */
const closedFunctions: readonly (readonly [
  owner: object,
  label: string,
  ...names: readonly string[],
])[] = [
  [process, 'process', 'kill', '_kill', '_debugProcess', '_debugPause', '_debugEnd', 'dlopen'],
  [os, 'os', 'setPriority'],
  [dns, 'dns', 'setServers'],
  [dns.Resolver.prototype, 'dns.Resolver', 'setServers'],
  [dns.promises, 'dns.promises', 'setServers'],
  [dns.promises.Resolver.prototype, 'dns.promises.Resolver', 'setServers'],
  [v8, 'v8', 'setFlagsFromString'],
  [workerThreads, 'worker_threads', 'Worker'],
];

/**
 * Closes for good what Node's permission model leaves open and a plugin has no use for: these
 * modules whole, and single functions elsewhere. Runs before the first line of the plugin, which
 * then finds nobody who still holds the originals.
 */
export function lockDown(modules: readonly (readonly [label: string, exports: object])[]): void {
  for (const [label, exports] of modules) {
    const names = Object.keys(exports).filter((name) => isFunction(Reflect.get(exports, name)));
    close(exports, label, names);
  }
  for (const [owner, label, ...names] of closedFunctions) {
    close(
      owner,
      label,
      names.filter((name) => name in owner),
    );
  }
  syncBuiltinESMExports();
}

/** Puts a value where nothing can replace it any more. */
export function seal(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, writable: false, configurable: false });
}

function close(owner: object, label: string, names: readonly string[]): void {
  for (const name of names) seal(owner, name, refusal(`${label}.${name}`));
}

/** Also `new` gets the answer, so it is no arrow. */
function refusal(what: string): () => never {
  return function refuse(): never {
    throw new Error(pluginCodeTexts.forbidden(what));
  };
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
