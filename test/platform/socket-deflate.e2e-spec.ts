import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { AppModule } from '../../src/app.module.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

describe('the state at a socket', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
  });
  afterAll(() => office.close());

  /** Bytes that arrived until the first frame, and that frame. */
  async function greeted(origin?: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${office.port}/ws`, origin ? { origin } : {});
    let arrived = 0;
    socket.on('upgrade', ({ socket: stream }) => {
      arrived = -stream.bytesRead;
    });
    const [data] = (await once(socket, 'message')) as [Buffer];
    const { _socket: stream } = socket as unknown as { readonly _socket: Socket };
    arrived += stream.bytesRead;
    const answer = once(socket, 'message') as Promise<[Buffer]>;
    socket.send(JSON.stringify({ type: 'ping' }));
    const pong = JSON.parse(String((await answer)[0])) as ServerEvent;
    const { extensions } = socket;
    socket.terminate();
    return { arrived, text: String(data), pong, extensions };
  }

  it('is deflated for pages, which may deflate too', async () => {
    const { arrived, text, pong, extensions } = await greeted(`http://127.0.0.1:${office.port}`);
    expect(extensions).toBe('permessage-deflate');
    expect(JSON.parse(text)).toMatchObject({ type: 'hello', state: { roles: expect.anything() } });
    expect(arrived).toBeLessThan(text.length / 2);
    expect(pong.type).toBe('pong');
  });

  it('is as it is for programs, whatever they offer', async () => {
    const { text, pong, extensions } = await greeted();
    expect(extensions).toBe('');
    expect(JSON.parse(text)).toMatchObject({ type: 'hello' });
    expect(pong.type).toBe('pong');
  });
});
