import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { probePlugin } from '../support/plugins/probe-plugin.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();

describe('the code of a plugin', () => {
  const attempt = probePlugin(() => inDir());
  let server: Server;
  let port: number;
  let connections = 0;

  beforeAll(async () => {
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  it.each([
    ['fetch', (to: string) => `(await fetch('http://${to}/')).status`],
    [
      'http',
      (to: string) =>
        `new Promise((resolve, reject) => use('http').get('http://${to}/', resolve).on('error', reject))`,
    ],
    [
      'tls',
      (to: string) =>
        `new Promise((resolve, reject) => use('tls').connect(${to.split(':').pop()}, '127.0.0.1', resolve).on('error', reject))`,
    ],
    [
      'net',
      (to: string) =>
        `new Promise((resolve, reject) => use('net').connect(${to.split(':').pop()}, '127.0.0.1', resolve).on('error', reject))`,
    ],
    [
      'http2',
      (to: string) =>
        `new Promise((resolve, reject) => use('http2').connect('http://${to}').on('connect', resolve).on('error', reject))`,
    ],
    [
      'a web socket',
      (to: string) =>
        `new Promise((resolve, reject) => { const s = new WebSocket('ws://${to}'); s.onopen = resolve; s.onerror = (event) => reject(event.error ?? new Error('EACCES')); })`,
    ],
  ])('does not reach this machine by %s', async (name, expression) => {
    const known = await attempt(`return typeof ${name === 'a web socket' ? 'WebSocket' : 'fetch'}`);
    if (known === 'undefined') return;
    expect(await attempt(`return ${expression(`127.0.0.1:${port}`)}`)).toMatch(/EACCES/);
    expect(connections).toBe(0);
  });

  it.each(['localhost', '[::1]', '127.9.9.9', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433'])(
    'does not reach this machine as %s',
    async (host) => {
      expect(await attempt(`return (await fetch('http://${host}:${port}/')).status`)).toMatch(
        /EACCES|ENETUNREACH|EADDRNOTAVAIL/,
      );
      expect(connections).toBe(0);
    },
  );

  it.each(['10.0.0.1', '192.168.1.1', '169.254.169.254', '[fe80::1]', '[fd00::1]'])(
    'does not reach the private network: %s',
    async (host) => {
      expect(await attempt(`return (await fetch('http://${host}/')).status`)).toMatch(
        /EACCES|EINVAL/,
      );
    },
  );

  it('neither listens, nor sends datagrams, nor names its name servers, nor uses local sockets', async () => {
    expect(
      await attempt(
        `return new Promise((resolve, reject) => use('net').createServer().on('error', reject).listen(0, resolve))`,
      ),
    ).toMatch(/EACCES/);
    expect(await attempt(`return use('dgram').createSocket('udp4')`)).toMatch(/not available/);
    expect(await attempt(`return use('dns').setServers(['127.0.0.1'])`)).toMatch(/not available/);
    expect(await attempt(`return new (use('dns').Resolver)().setServers(['127.0.0.1'])`)).toMatch(
      /not available/,
    );
    expect(
      await attempt(
        `return new Promise((resolve, reject) => use('net').connect('/tmp/x.sock', resolve).on('error', reject))`,
      ),
    ).toMatch(/EACCES/);
  });
});
