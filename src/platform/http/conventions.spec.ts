import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { Actors } from '../actors/actors.js';
import { SystemClock } from '../clock.js';
import type { OfficeConfig } from '../config/office-config.js';
import { TimeSlices } from '../process/time-slices.js';
import { AccessPolicy } from './access-policy.js';
import { accountForRequests, admitUnusualRequests } from './client-errors.js';
import { httpConventions } from './conventions.js';

const security: OfficeConfig['security'] = {
  allowedHosts: [],
  allowedOrigins: [],
  trustedProxies: [],
  apiToken: null,
  allowOpen: false,
};

/** Slices that start their work when the test allows it. */
class HeldSlices extends TimeSlices {
  readonly held: (() => void)[] = [];
  readonly asked = new EventEmitter();

  override begin(_client: object, work: () => void): void {
    this.held.push(work);
    this.asked.emit('work');
  }
}

describe('httpConventions', () => {
  let slices: HeldSlices;
  let server: Server;
  let address: string;
  let carriedOut: string[];

  beforeEach(async () => {
    slices = new HeldSlices();
    carriedOut = [];
    const app = express();
    app.use(
      httpConventions(new AccessPolicy(security, new Actors(security, new SystemClock())), slices),
    );
    app.use((request, response) => {
      carriedOut.push(`${request.path} ${JSON.stringify(request.body)}`);
      response.end('done');
    });
    server = createServer(app).listen(0, '127.0.0.1');
    admitUnusualRequests(server);
    accountForRequests(server);
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => void server.close());

  async function textOf(path: string, init?: RequestInit): Promise<string> {
    return (await fetch(`${address}${path}`, init)).text();
  }

  it('lets probes pass while other requests wait', async () => {
    const read = textOf('/api/state');
    await once(slices.asked, 'work');
    expect(await textOf('/livez')).toBe('done');
    expect(await textOf('/readyz')).toBe('done');
    expect(carriedOut).toEqual(['/livez {}', '/readyz {}']);
    slices.held.shift()?.();
    expect(await read).toBe('done');
  });

  it('lets a request wait when its body has come, before it is parsed', async () => {
    const good = textOf('/api/chat', { method: 'POST', body: '{"text":"hello"}' });
    await once(slices.asked, 'work');
    const bad = fetch(`${address}/api/chat`, { method: 'POST', body: '{"text":' });
    await once(slices.asked, 'work');
    expect(carriedOut).toEqual([]);
    for (const work of slices.held) work();
    expect(await good).toBe('done');
    expect((await bad).ok).toBe(false);
    expect(carriedOut).toEqual(['/api/chat {"text":"hello"}']);
  });

  it('leaves out a read whose connection was cut while it waited, but no write', async () => {
    const client = connect(Number(new URL(address).port), '127.0.0.1');
    const [[accepted]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
    const head = 'host: 127.0.0.1\r\n';
    client.write(
      `GET /api/state HTTP/1.1\r\n${head}\r\n` +
        `POST /api/chat HTTP/1.1\r\n${head}content-length: 2\r\n\r\n{}`,
    );
    while (slices.held.length < 2) await once(slices.asked, 'work');
    client.resetAndDestroy();
    await new Promise((resolve) => (accepted as EventEmitter).once('close', resolve));
    for (const work of slices.held) work();
    expect(carriedOut).toEqual(['/api/chat {}']);
  });

  it('refuses what one connection asks for beyond a hundred unanswered requests', async () => {
    const client = connect(Number(new URL(address).port), '127.0.0.1');
    const request = 'GET /api/state HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
    client.write(request.repeat(130));
    while (slices.held.length < 100) await once(slices.asked, 'work');
    await fetch(`${address}/livez`);
    expect(slices.held).toHaveLength(100);
    client.destroy();
  });
});
