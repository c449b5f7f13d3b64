import { realpathSync } from 'node:fs';
import path from 'node:path';
import { workerEntry } from '../../platform/process/worker-entry.js';
import { pluginLimits } from '../plugin-limits.js';

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
export function launchArguments(backgroundMs: number): readonly string[] {
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
