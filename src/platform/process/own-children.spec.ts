import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { isOwnChild } from './own-children.js';
import { PipedChild } from './piped-child.js';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a program that this service has started', () => {
  /** True if the process that runs the script is recognised after it has connected. */
  async function isKnown(scriptOf: (connects: string) => string): Promise<boolean> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const connects = `"${process.execPath}" -e 'require("net").connect(${port}, "127.0.0.1")'`;
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const child = await PipedChild.start({
      ...{ file: '/bin/sh', args: ['-c', scriptOf(connects)], cwd: '/' },
      environment: { PATH: process.env.PATH ?? '' },
    });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    const [socket] = await connected;
    const known = await isOwnChild(socket);
    socket.on('error', () => undefined).destroy();
    await child.kill();
    server.close();
    return known;
  }

  it.each([
    ['itself', (connects: string) => `exec ${connects}`],
    ['by one without its environment', (connects: string) => `env -i ${connects}`],
    ['by one that has left it', (connects: string) => `setsid ${connects} & sleep 60`],
    ['by one whose parent has ended', (connects: string) => `(setsid ${connects} &); sleep 60`],
  ])('is known by its connection: %s', async (_how, script) => {
    expect(await isKnown(script)).toBe(true);
  });

  it('is not whoever else connects meanwhile', async () => {
    const child = await PipedChild.start({
      ...{ file: '/bin/sh', args: ['-c', 'sleep 60'], cwd: '/', environment: {} },
    });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const { connect } = await import('node:net');
    const other = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [socket] = await connected;
    expect(await isOwnChild(socket)).toBe(false);
    for (const end of [other, socket]) end.destroy();
    await child.kill();
    server.close();
  });
});
