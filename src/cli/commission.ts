import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OfficeAddress } from '../client/address.js';
import { OfficeRefusal, OfficeUnreachable } from '../client/errors.js';
import { noOffice } from '../client/http/http-transport.js';
import { Operations } from '../client/http/operations.js';
import { Office } from '../client/office.js';
import { protocolProblem } from '../client/socket/frame-socket.js';
import { type Environment, processSource } from '../platform/config/read-environment.js';
import type { Run } from '../protocol/records/work.js';
import type { BriefArguments } from './brief-arguments.js';
import { ceilingWarning } from './ceiling-warning.js';
import { addressAt, configuredAddress } from './office-address.js';
import { renderAccepted, renderReport } from './render-report.js';
import { printRun } from './print-run.js';
import type { Terminal } from './terminal.js';

/** Time limit of the health request, ms. */
const healthTimeoutMs = 3000;

const root = fileURLToPath(new URL('../..', import.meta.url));

const service = fileURLToPath(new URL('../main.js', import.meta.url));

/** Longer than the service's own limit of four seconds, ms. */
const closingTimeoutMs = 6000;

/** Time limit for a cancelled run to end, ms. */
const cancelTimeoutMs = 5000;

/** Consecutive attempts before a lost connection is given up. */
const attempts = 8;

interface CommissionContext {
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Aborted when the person wants to stop: the run is cancelled and awaited. */
  readonly interrupt: AbortSignal;
}

interface Place {
  readonly address: OfficeAddress;
  /** The service started for this run, if none was running. */
  readonly local?: LocalOffice;
}

/**
 * Submits the brief and follows the run to its end, on its own service if none answers. Returns
 * true if the run is done.
 * @throws OfficeRefusal, OfficeUnreachable
 */
export async function commission(
  args: BriefArguments,
  context: CommissionContext,
): Promise<boolean> {
  const place = await findOffice(args, context);
  try {
    return await workAt(place, args, context);
  } finally {
    await place.local?.close();
  }
}

async function findOffice({ url }: BriefArguments, context: CommissionContext): Promise<Place> {
  const { environment, terminal, interrupt } = context;
  const address = url === undefined ? configuredAddress(environment) : addressAt(url, environment);
  if (await isOpen(address)) return { address };
  // An explicit address must not be replaced by a new office.
  if (url !== undefined) throw new OfficeUnreachable(`No office answers at ${url}.`);
  terminal.print([`No office answers at ${address.url}; opening one for this run.`]);
  const local = await LocalOffice.open(environment, interrupt);
  return { address: local.address, local };
}

async function workAt(
  place: Place,
  args: BriefArguments,
  context: CommissionContext,
): Promise<boolean> {
  using office = await Office.connect(place.address, { attempts });
  const { brief, pipelineId, budgetUsd, workspaceId } = args;
  const planned = {
    brief,
    ...(pipelineId !== undefined && { pipelineId }),
    ...(budgetUsd !== undefined && { budgetUsd }),
    ...(workspaceId !== undefined && { workspaceId }),
  };
  const warning = await ceilingWarning(planned, office.http);
  if (warning !== null) context.terminal.print([warning]);
  const run = await office.http.submit(planned);
  const page = `${place.address.url.replace(/\/$/, '')}/#/runs/${run.id}`;
  context.terminal.print([...renderAccepted(run), `In the browser: ${page}`]);
  await follow(office, run, place, context);
  const detail = await office.http.run(run.id);
  context.terminal.print(renderReport(detail));
  return detail.status === 'done';
}

/** Settles at the run's end; rejects if it can no longer be observed. */
function follow(
  office: Office,
  run: Run,
  { local }: Place,
  context: CommissionContext,
): Promise<void> {
  const { terminal, interrupt } = context;
  return new Promise((resolve, reject) => {
    void local?.ended.then((printed) => {
      reject(new OfficeUnreachable(`The office ended before the run did.\n${printed}`));
    });
    whenAborted(interrupt, () => {
      terminal.print(['', 'Cancelling the run.']);
      office.cancel(run.id).catch(reject);
      setTimeout(() => reject(new Error('The run did not end in time.')), cancelTimeoutMs).unref();
    });
    printRun({ office, run, terminal, othersMayAnswer: local === undefined }).then(resolve, reject);
  });
}

function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}

/** A service for the duration of one run. */
class LocalOffice {
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
    const killing = setTimeout(() => this.child.kill('SIGKILL'), closingTimeoutMs);
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

/**
 * False if nobody answers, or the office is still starting.
 * @throws OfficeRefusal if it denies access or is not an office; UnknownProtocol
 */
async function isOpen(address: OfficeAddress): Promise<boolean> {
  const signal = AbortSignal.timeout(healthTimeoutMs);
  try {
    const health = (await Operations.at(address).health({ signal })) as { llmMode?: unknown };
    if (health?.llmMode === undefined) throw noOffice(address);
    const problem = protocolProblem((health as { protocolVersion?: unknown }).protocolVersion);
    if (problem !== null) throw problem;
    return true;
  } catch (error) {
    if (error instanceof OfficeUnreachable || signal.aborted || isStarting(error)) return false;
    throw error;
  }
}

/** Only a booting service gives this answer. */
function isStarting(error: unknown): boolean {
  return error instanceof OfficeRefusal && error.status === 503;
}
