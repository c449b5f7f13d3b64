import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parsedOrUndefined } from '#platform/text/foreign-json.js';
import { repositoryRoot } from '../../support/run-program.js';
import type { CountingProvider } from './counting-provider.js';
import { type RunShape, shapeOf } from './shape-of-run.js';
import { undisturbedRuns } from './undisturbed-runs.js';

const cache = join(repositoryRoot, 'node_modules/.cache/undisturbed-run');

/** What the shape follows from, as far as it changes: the built service, the provider and the measure. */
const origins = [
  'dist/.built',
  'test/crash/support/counting-provider.ts',
  'test/crash/support/crash-env.ts',
  'test/crash/support/shape-of-run.ts',
];

const stored = z.object({
  key: z.string(),
  shape: z.object({
    status: z.string(),
    stages: z.array(z.string()),
    turns: z.array(z.string()),
    artifacts: z.array(z.string()),
    tokens: z.number(),
    estimatedInVain: z.number(),
    unexplainedMicroUsd: z.number(),
  }),
});

/**
 * What a brief comes to in a service that nothing happens to. Suites share it by a file for as long as
 * the build is the same; where none has left it yet, a service is started for it.
 */
export async function undisturbedShape(
  directory: string,
  provider: CountingProvider,
  brief: string,
): Promise<RunShape> {
  const times = await Promise.all(
    origins.map(async (file) => (await stat(join(repositoryRoot, file))).mtimeMs),
  );
  const key = JSON.stringify([brief, ...times]);
  const known = await readStored();
  if (known?.key === key) return known.shape;
  const [run] = await undisturbedRuns(directory, provider, [brief]);
  if (run === undefined) throw new Error('the undisturbed run is missing');
  const shape = shapeOf(run);
  await mkdir(cache, { recursive: true });
  const unfinished = join(cache, `${process.pid}.json`);
  await writeFile(unfinished, JSON.stringify({ key, shape }));
  await rename(unfinished, join(cache, 'shape.json'));
  return shape;
}

async function readStored(): Promise<z.infer<typeof stored> | undefined> {
  const text = await readFile(join(cache, 'shape.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : stored.safeParse(parsedOrUndefined(text)).data;
}
