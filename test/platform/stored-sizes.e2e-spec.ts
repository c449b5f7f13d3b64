import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { WebSocket } from 'ws';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { OrganisationDetail } from '../../src/protocol/records/organisation-detail.js';
import type { Workspace } from '../../src/protocol/records/organisation.js';
import { limits } from '../../src/protocol/limits.js';
import { ServiceProcess } from '../support/service-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const people = 80;

describe('records that an earlier version stored without a limit', () => {
  const directory = temporaryDirectory();
  const opened: WebSocket[] = [];
  let service: ServiceProcess;

  beforeAll(async () => {
    const OFFICE_DB = join(directory(), 'office.sqlite');
    service = await ServiceProcess.start({ OFFICE_DB });
    await service.kill();
    fill(OFFICE_DB);
    service = await ServiceProcess.start({
      OFFICE_DB,
      NODE_OPTIONS: '--max-old-space-size=400',
    });
  }, 120_000);

  afterAll(async () => {
    for (const socket of opened) socket.terminate();
    await service.kill();
  });

  async function open(path: string): Promise<WebSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${service.client.port}${path}`);
    opened.push(socket);
    await once(socket, 'open');
    return socket;
  }

  it('make a hello that no client is closed for, with everybody in it', async () => {
    const socket = await open('/ws');
    const [frame] = (await once(socket, 'message')) as [Buffer];
    expect(frame.length).toBeLessThanOrEqual(limits.socketDropBytes);
    const hello = JSON.parse(frame.toString()) as ServerEvent & { type: 'hello' };
    expect(hello.state.roles.length).toBeGreaterThanOrEqual(people);
  });

  it('end nothing when many ask for them and read nothing', async () => {
    const sockets = await Promise.all(Array.from({ length: 60 }, () => open('/ws?since=1')));
    for (const socket of sockets) socket.pause();
    for (let n = 0; n < 10; n += 1) {
      expect((await service.client.get('/api/state')).status).toBe(200);
    }
    service.assertRunning();
  }, 120_000);

  it('are told within the limit when they change, and stay as they are', async () => {
    const socket = await open('/ws');
    const told = new Promise<Buffer>((resolve) => {
      socket.on('message', (frame: Buffer) => {
        if (frame.subarray(0, 200).includes('"org.updated"')) resolve(frame);
      });
    });
    socket.send(JSON.stringify({ type: 'fire', roleId: 'extra-0' }));
    const allowed = limits.organisationFrameBytes + 1000;
    expect((await told).length).toBeLessThanOrEqual(allowed);
    const { body } = await service.client.get<OrganisationDetail>('/api/workspaces/default');
    const left = body.roles.filter(({ id }) => id.startsWith('extra-'));
    expect(left).toHaveLength(people - 1);
    expect(left[0]?.mission).toHaveLength(240_000);
  }, 60_000);
});

/** Hires people with missions as long as a request may be. */
function fill(file: string): void {
  const database = new Database(file);
  const row = database.prepare('SELECT document_json AS text FROM workspaces').get() as {
    readonly text: string;
  };
  const floor = JSON.parse(row.text) as Workspace;
  const last = floor.org.roles.at(-1);
  const extra = Array.from({ length: people }, (_, n) => ({
    ...last,
    ...{ id: `extra-${n}`, seatId: null, roomId: null, mission: 'm'.repeat(240_000) },
  }));
  const roles = [...floor.org.roles, ...extra];
  const text = JSON.stringify({ ...floor, org: { ...floor.org, roles } });
  database.prepare('UPDATE workspaces SET document_json = ?').run(text);
  database.close();
}
