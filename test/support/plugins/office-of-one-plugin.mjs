/**
 * Starts one plugin that tells the number of its process and then loops for ever, and waits to be
 * killed. A program of its own, since the test that kills it must survive.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunningPlugin } from '../../../dist/plugins/isolation/running-plugin.js';

const directory = await mkdtemp(path.join(tmpdir(), 'plugin-'));
await writeFile(
  path.join(directory, 'index.mjs'),
  `export function activate(api) {
    api.log('info', 'plugin ' + process.pid);
    setTimeout(() => { for (;;) {} }, 10);
  }`,
);
const tell = (line) => console.log(line);
await RunningPlugin.start(
  { manifest: { id: 'test.loop', entry: 'index.mjs', permissions: [] }, directory, settings: {} },
  {
    bus: { subscribe: () => ({ unsubscribe: () => undefined }) },
    log: { debug: tell, info: tell, warn: tell, error: tell },
    onTools: () => undefined,
    onFailure: tell,
  },
);
setInterval(() => undefined, 60_000);
