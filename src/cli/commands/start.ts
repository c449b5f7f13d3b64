import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { processSource } from '../../platform/config/read-environment.js';
import type { Act } from '../around.js';
import { office } from '../command-name.js';

const service = fileURLToPath(new URL('../../main.js', import.meta.url));

interface StartOptions {
  readonly host?: string;
  readonly port?: string;
}

export function addStart(program: Command, act: Act): void {
  program
    .command('start')
    .description('run the service in this terminal, until Ctrl-C')
    .option('--host <address>', 'where to listen; beyond the loopback a token is needed')
    .option('--port <number>', 'the port; 8787 without it')
    .addHelpText('after', `\nExample:\n  $ ${office} start --port 9000`)
    .action(act((around, command) => start(command.opts(), around.interrupt.signal)));
}

/** Returns the service's exit code. */
async function start({ host, port }: StartOptions, interrupt: AbortSignal): Promise<number> {
  const child = spawn(process.execPath, [service], {
    env: { ...processSource().env, ...(host && { HOST: host }), ...(port && { PORT: port }) },
    stdio: 'inherit',
    // Its own group: Ctrl-C is passed on once by this process.
    detached: true,
  });
  interrupt.addEventListener('abort', () => child.kill('SIGTERM'));
  await once(child, 'exit');
  return child.exitCode ?? 1;
}
