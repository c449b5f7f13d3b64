import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';

let service;
let base;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

before(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  service = spawn('node', ['server.mjs'], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${base}/health`).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service did not start');
});
after(() => service.kill());

const sum = (body) => fetch(`${base}/sum`, { method: 'POST', body });

test('is healthy', async () => {
  assert.deepEqual(await (await fetch(`${base}/health`)).json(), { ok: true });
});
test('adds', async () => {
  assert.deepEqual(await (await sum('{"numbers":[1,2.5,-3]}')).json(), { sum: 0.5 });
  assert.deepEqual(await (await sum('{"numbers":[]}')).json(), { sum: 0 });
});
test('refuses what is no list of numbers', async () => {
  for (const body of ['{"numbers":["1"]}', '{"numbers":5}', '{}', 'null', 'not json']) {
    const answer = await sum(body);
    assert.equal(answer.status, 400, body);
    assert.deepEqual(await answer.json(), { error: 'numbers must be a list of numbers' });
  }
});
test('knows no other path', async () => assert.equal((await fetch(`${base}/other`)).status, 404));
