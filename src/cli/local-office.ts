import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OfficeAddress } from '../client/address.js';
import { type Environment, processSource } from '../platform/config/read-environment.js';
import { addressAt } from './office-address.js';
import { isOpen } from './is-open.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const service = fileURLToPath(new URL('../main.js', import.meta.url));

/** Longer than the service's own limit of four seconds, ms. */
const timeoutMs = 6000;

/** A service for the duration of one run. */
export class LocalOffice {
  /** Settles when the service has ended, with its last output. */
  readonly ended: Promise<string>;

  private constructor(
    readonly address: OfficeAddress,
    private readonly child: ChildProcess,
  ) {
    const printed = collect(child);
    this.ended = once(child, 'close').then(() => printed().trim());
  }

  /**
   * Starts the checkout's service on a free loopback port and waits until it answers.
   * @throws Error with the service's output if it ends instead
   */
  static async open(environment: Environment, interrupt: AbortSignal): Promise<LocalOffice> {
    const port = await freePort();
    const child = spawn(process.execPath, [service], {
      cwd: root,
      env: { ...processSource().env, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own group: Ctrl-C is passed on by this process, after the run is cancelled.
      detached: true,
    });
    const office = new LocalOffice(addressAt(`http://127.0.0.1:${port}`, environment), child);
    await office.answers(interrupt).catch(async (cause: unknown) => {
      await office.close();
      throw new Error(`The office did not start.\n${await office.ended}`, { cause });
    });
    return office;
  }

  /** Asks the service to end, and kills it if it does not. */
  async close(): Promise<void> {
    if (this.hasEnded()) return;
    this.child.kill('SIGTERM');
    const killing = setTimeout(() => this.child.kill('SIGKILL'), timeoutMs);
    await this.ended;
    clearTimeout(killing);
  }

  private async answers(interrupt: AbortSignal): Promise<void> {
    while (!(await isOpen(this.address))) {
      if (this.hasEnded()) throw new Error(`It ended with code ${this.child.exitCode}.`);
      await delay(100, undefined, { signal: interrupt });
    }
  }

  private hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

/** Keeps the end of the child's output, and its pipes from filling up. */
function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-4000)));
  }
  return () => text;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}
