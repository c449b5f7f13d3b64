import { join } from 'node:path';
import type { RunDetail } from '#protocol/records/work.js';
import { carryOut } from './carry-out.js';
import type { CountingProvider } from './counting-provider.js';
import { crashEnv } from './crash-env.js';
import { ServiceLife } from './service-life.js';

/**
 * The runs of these briefs in a service that nothing happens to, on a database of its own.
 * @param env on top of that of crash tests
 */
export async function undisturbedRuns(
  directory: string,
  provider: CountingProvider,
  briefs: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly RunDetail[]> {
  const database = { kind: 'sqlite', path: join(directory, 'office.sqlite') } as const;
  const life = ServiceLife.start({ ...crashEnv({ directory, database, provider }), ...env });
  const client = await life.serving();
  const runs = await Promise.all(briefs.map((brief) => carryOut(client, brief)));
  // An orderly end leaves what Node compiled for the lives that follow; a kill would not.
  await life.stop();
  provider.forget();
  return runs;
}
