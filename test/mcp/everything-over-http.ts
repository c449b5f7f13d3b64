import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PipedChild } from '../../src/platform/process/piped-child.js';
import { freePort } from '../support/free-port.js';
import { installed } from './open-connection.js';

/** The real everything server on a loopback port. */
export interface EverythingServer {
  readonly url: string;
  /** Kills it, as a crash would. */
  kill(): Promise<void>;
}

export async function startEverything(): Promise<EverythingServer> {
  const port = await freePort();
  const { command, args } = installed(
    'everything',
    '@modelcontextprotocol/server-everything',
    'streamableHttp',
  );
  const environment = { PATH: process.env.PATH ?? '', PORT: String(port) };
  const child = await PipedChild.start({ file: command, args, cwd: process.cwd(), environment });
  child.stdout.resume();
  const lines = createInterface({ input: child.stderr });
  await listening(lines);
  return { url: `http://127.0.0.1:${port}/mcp`, kill: () => child.kill() };
}

async function listening(lines: NodeJS.EventEmitter): Promise<void> {
  for (;;) {
    const [line] = (await once(lines, 'line')) as [string];
    if (line.includes('listening')) return;
  }
}
