import { WebSocket } from 'ws';
import { HelloSource } from '../src/platform/socket/hello-source.js';
import { frameOf } from '../src/platform/socket/socket-frame.js';
import type { OrgChart } from '../src/protocol/records/organisation.js';
import { SettingsService } from '../src/settings/settings.service.js';
import { benchDirectory } from './support/bench-directory.js';
import { BenchOffice } from './support/bench-office.js';
import { type Finding, atMost, median } from './support/measure.js';

/** The whole state of ten floors with forty roles each, as one frame. */
const floors = 10;
const rolesOnFloor = 40;
const frames = 40;
const fewRuns = 10;
const manyRuns = 400;
const question = 'What is a lease?';

export default async function stateBench(): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  const office = await BenchOffice.open(directory.path, { OFFICE_MAX_CONCURRENCY: '16' });
  await staff(office);
  await office.work(Array<string>(fewRuns + 50).fill(question), ['default']);
  const small = await frame(office);
  await office.work(Array<string>(manyRuns).fill(question), ['default']);
  const large = await frame(office);
  await office.close();
  directory.remove();
  const what = `whole-state frame, ${floors} floors of ${rolesOnFloor} roles`;
  return [
    atMost(`${what}, after a change`, large.changed, 'ms', 5, `${large.bytes} bytes`),
    atMost(`${what}, with nothing kept of earlier ones`, large.fresh, 'ms', 5),
    atMost(`its size after ${manyRuns} more runs`, large.bytes / small.bytes, 'times', 1.01),
  ];
}

interface Frames {
  /** Median time to make a frame after a change of settings, which reuses the other parts. */
  readonly changed: number;
  /** The same with every part new. */
  readonly fresh: number;
  readonly bytes: number;
}

/** The frame as sockets receive it. */
async function frame(office: BenchOffice): Promise<Frames> {
  const settings = office.app.get(SettingsService, { strict: false });
  const source = office.app.get(HelloSource, { strict: false });
  const changed: number[] = [];
  const fresh: number[] = [];
  let bytes = 0;
  for (let number = 0; number < frames; number++) {
    await settings.update({ softSpendApprovalUsd: number });
    const started = performance.now();
    bytes = frameOf(source.hello()).bytes.length;
    changed.push(performance.now() - started);
    const unknown = structuredClone(source.hello());
    const begun = performance.now();
    frameOf(unknown);
    fresh.push(performance.now() - begun);
  }
  return { changed: median(changed), fresh: median(fresh), bytes };
}

/** Creates floors and hires over the socket until each has the wanted number of roles. */
async function staff(office: BenchOffice): Promise<void> {
  const socket = new WebSocket(`${office.address.replace('http', 'ws')}/ws`);
  await new Promise((resolve) => socket.once('open', resolve));
  const ids = ['default'];
  for (let number = 1; number < floors; number++) {
    const response = await fetch(`${office.address}/api/workspaces`, {
      method: 'POST',
      body: JSON.stringify({ name: `Floor ${number}` }),
    });
    ids.push(((await response.json()) as { id: string }).id);
  }
  for (const workspaceId of ids) await hireUpTo(office, socket, workspaceId);
  socket.terminate();
}

async function hireUpTo(
  office: BenchOffice,
  socket: WebSocket,
  workspaceId: string,
): Promise<void> {
  const response = await fetch(`${office.address}/api/workspaces/${workspaceId}`);
  const { roles } = (await response.json()) as OrgChart;
  const [model] = roles.slice(-1);
  for (let number = roles.length; number < rolesOnFloor; number++) {
    const hired = new Promise<void>((resolve) => {
      const receive = (data: Buffer): void => {
        if (!data.includes('"org.updated"')) return;
        socket.off('message', receive);
        resolve();
      };
      socket.on('message', receive);
    });
    const role = { ...model, id: `extra-${number}`, seatId: null, roomId: null };
    socket.send(JSON.stringify({ type: 'hire', role, workspaceId }));
    await hired;
  }
}
