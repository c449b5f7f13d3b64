import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.js';
import { repositoryRoot } from '../../support/run-program.js';
import { until } from '../../support/until.js';

const endWithParent = join(repositoryRoot, 'scripts/end-with-parent.mjs');

/** `npm run dev` in a checkout. */
export interface DevService {
  readonly url: string;
  /** Where the page is served. */
  readonly page: string;
  readonly printed: () => string;
  stop(): Promise<void>;
}

/** Resolves when the service and its page answer. */
export async function startDev(checkout: string): Promise<DevService> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--import', endWithParent, join(checkout, 'scripts/dev.mjs')],
    {
      cwd: checkout,
      // Vite prints colours in CI, in the middle of its address.
      env: {
        ...process.env,
        ...{ NO_COLOR: '1', HOST: '127.0.0.1', PORT: String(port), OFFICE_DB: ':memory:' },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  }
  const ended = once(child, 'close');
  const page = (): string => /Local: +(http:\S+)\//.exec(printed)?.[1] ?? '';
  await until(() => {
    if (child.exitCode !== null) throw new Error(printed);
    return printed.includes('Try next') && page() !== '';
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, page: page(), printed: () => printed, stop };
}

/** The text behind an address, or nothing while nobody answers. */
export async function textAt(url: string): Promise<string> {
  return fetch(url).then(
    (answer) => answer.text(),
    () => '',
  );
}
