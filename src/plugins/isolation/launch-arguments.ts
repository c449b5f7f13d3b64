import { realpathSync } from 'node:fs';
import path from 'node:path';
import { workerEntry } from '../../platform/process/worker-entry.js';
import { pluginLimits } from '../plugin-limits.js';

const flags = process.allowedNodeEnvironmentFlags;

/**
 * The command line of a plugin's process: Node's permission model, with nothing allowed but reading
 * the host's own code and the plugin's directory. No writing, no child processes, no native code.
 *
 * One worker is allowed, for the watch inside (`child/watch-thread.ts`); the host takes the means
 * to start another away before the plugin's code is loaded. The network cannot be closed by this
 * model before Node 25, so the host closes it in one way for all (`child/network-guard.ts`).
 *
 * The last argument tells the process whose it is.
 */
export function launchArguments(pluginDirectory: string): readonly string[] {
  const entry = hostEntry();
  return [
    flags.has('--permission') ? '--permission' : '--experimental-permission',
    '--allow-worker',
    ...(flags.has('--allow-net') ? ['--allow-net'] : []),
    ...[...hostCode(entry), directoryGrant(pluginDirectory)].map(
      (location) => `--allow-fs-read=${location}`,
    ),
    // What is read is what is named: the dependencies may be linked into the installation.
    '--preserve-symlinks',
    `--max-old-space-size=${pluginLimits.memoryMegabytes}`,
    '--no-warnings',
    entry,
    String(process.pid),
  ];
}

function hostEntry(): string {
  return realpathSync(workerEntry(import.meta.url, './child/plugin-host'));
}

/** The compiled service, the one library the host uses, and the file that says what they are. */
function hostCode(entry: string): readonly string[] {
  const compiled = path.resolve(entry, '../../../..');
  const root = path.dirname(compiled);
  const library = path.join(root, 'node_modules', 'ipaddr.js');
  return [directoryGrant(compiled), directoryGrant(library), path.join(root, 'package.json')];
}

function directoryGrant(directory: string): string {
  return directory.endsWith(path.sep) ? directory : directory + path.sep;
}
