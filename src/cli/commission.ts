import { ReplaySubject, firstValueFrom } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Environment } from '../platform/config/parse-env-file.js';
import type { ServerEvent } from '../protocol/events.js';
import type { Run } from '../protocol/records/work.js';
import { ApprovalDesk } from './approval-desk.js';
import type { BriefArguments } from './brief-arguments.js';
import { RunFollower } from './follow-run.js';
import { addressAt, configuredAddress } from './office-address.js';
import type { OfficeAddress } from './office-address.js';
import { OfficeClient, OfficeUnreachable } from './office-client.js';
import { OfficeSocket } from './office-socket.js';
import { OwnOffice } from './own-office.js';
import { renderAccepted, renderReport } from './render-report.js';
import type { Terminal } from './terminal.js';

/** How long a cancelled run may take to say so, in ms. */
const cancelPatienceMs = 5000;

export interface Surroundings {
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Aborted when the person wants to stop: the run is cancelled, and that is waited for. */
  readonly interrupt: AbortSignal;
}

interface Office {
  readonly address: OfficeAddress;
  /** The service that was started for this run, when none was answering. */
  readonly own?: OwnOffice;
}

/**
 * Submits the brief and follows the run to its end, on a service of its own when none answers.
 * Answers whether the run is done.
 * @throws OfficeRefusal, OfficeUnreachable
 */
export async function commission(args: BriefArguments, around: Surroundings): Promise<boolean> {
  const office = await findOffice(args, around);
  try {
    return await workAt(office, args, around);
  } finally {
    await office.own?.close();
  }
}

async function findOffice({ url }: BriefArguments, around: Surroundings): Promise<Office> {
  const { environment, terminal, interrupt } = around;
  const address = url === undefined ? configuredAddress(environment) : addressAt(url, environment);
  if (await new OfficeClient(address).isOpen()) return { address };
  // An address the person named is meant: starting an office elsewhere would be a surprise.
  if (url !== undefined) throw new OfficeUnreachable(`No office answers at ${url}.`);
  terminal.print([`No office answers at ${address.url}; opening one for this run.`]);
  const own = await OwnOffice.open(environment, interrupt);
  return { address: own.address, own };
}

async function workAt(
  office: Office,
  args: BriefArguments,
  around: Surroundings,
): Promise<boolean> {
  const client = new OfficeClient(office.address);
  const events = new ReplaySubject<ServerEvent>();
  const socket = listen(office.address, events);
  try {
    // Listening before submitting: nothing of the run can be missed.
    await firstValueFrom(events);
    const run = await client.submit(args);
    around.terminal.print(renderAccepted(run));
    await follow({ run, office, socket, events }, around);
    const detail = await client.run(run.id);
    around.terminal.print(renderReport(detail));
    return detail.status === 'done';
  } finally {
    socket.close();
  }
}

function listen(address: OfficeAddress, events: ReplaySubject<ServerEvent>): OfficeSocket {
  return new OfficeSocket(address, {
    onEvent: (event) => {
      if (isTold(event)) events.next(event);
    },
    onLost: () => events.error(new OfficeUnreachable(`The office at ${address.url} has gone.`)),
  });
}

/** Frames that are many or large and that no line on the terminal is made of. */
function isTold({ type }: ServerEvent): boolean {
  return type !== 'turn.delta' && type !== 'turn.reasoning' && type !== 'office.updated';
}

interface Following {
  readonly run: Run;
  readonly office: Office;
  readonly socket: OfficeSocket;
  readonly events: Observable<ServerEvent>;
}

/** Settles at the run's end; rejects when that cannot be seen any more. */
function follow({ run, office, socket, events }: Following, around: Surroundings): Promise<void> {
  const { terminal, interrupt } = around;
  const desk = new ApprovalDesk({
    terminal,
    send: (command) => socket.send(command),
    othersMayAnswer: office.own === undefined,
  });
  return new Promise((resolve, reject) => {
    const follower = new RunFollower({
      run,
      print: (lines) => terminal.print(lines),
      desk,
      ping: () => socket.send({ type: 'ping' }),
      onEnd: resolve,
    });
    events.subscribe({ next: (event) => follower.take(event), error: reject });
    void office.own?.ended.then((printed) => {
      reject(new OfficeUnreachable(`The office ended before the run did.\n${printed}`));
    });
    whenAborted(interrupt, () => {
      terminal.print(['', 'Cancelling the run.']);
      socket.send({ type: 'cancel', runId: run.id });
      setTimeout(() => reject(new Error('The run did not end in time.')), cancelPatienceMs).unref();
    });
  });
}

function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
