/**
 * Starts one plugin that loops as long as allowed, prints its process id, and waits to be killed.
 * It is a separate program because the test that kills it must survive. Reads /proc.
 */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunningPlugin } from '../../../dist/plugins/isolation/running-plugin.js';

const directory = await mkdtemp(path.join(tmpdir(), 'plugin-'));
await writeFile(
  path.join(directory, 'index.mjs'),
  `export function activate(api) {
    setTimeout(() => { api.log('info', 'looping'); for (;;) {} }, 10);
  }`,
);

/** The only child of this process. */
async function pluginProcess() {
  for (const id of await readdir('/proc')) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    if (Number(/\) \S (\d+)/.exec(stat)?.[1]) === process.pid) return id;
  }
  return 'unknown';
}

const tell = async () => console.log(`plugin ${await pluginProcess()}`);
await RunningPlugin.start(
  { manifest: { id: 'test.loop', entry: 'index.mjs', permissions: [] }, directory, settings: {} },
  {
    bus: { subscribe: () => ({ unsubscribe: () => undefined }) },
    log: { debug: tell, info: tell, warn: tell, error: tell },
    onTools: () => undefined,
    onFailure: console.error,
    network: {},
    claimTool: () => undefined,
    limits: { backgroundMs: 60_000 },
  },
);
setInterval(() => undefined, 60_000);
