import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeCheckout } from '../test/scripts/support/checkout.js';
import { startDev, textAt } from '../test/scripts/support/dev-service.js';
import { atMost, type Finding, median } from './support/measure.js';

const saves = 5;

/** `npm run dev`: time from saving a source until the changed service answers. */
export default async function dev(): Promise<readonly Finding[]> {
  const checkout = await realpath(await mkdtemp(join(tmpdir(), 'office-dev-')));
  await makeCheckout(checkout);
  const service = await startDev(checkout);
  const source = join(checkout, 'src/health/health.controller.ts');
  const original = await readFile(source, 'utf8');
  const seconds: number[] = [];
  try {
    for (let save = 0; save < saves; save++) {
      const summary = `Saved ${save} times:`;
      await writeFile(source, original.replace('How the service is:', summary));
      const begun = performance.now();
      while (!(await textAt(`${service.url}/openapi.json`)).includes(summary)) await delay(20);
      seconds.push((performance.now() - begun) / 1000);
      await delay(1000);
    }
  } finally {
    await service.stop();
    await rm(checkout, { recursive: true });
  }
  return [
    atMost('a save in npm run dev until the changed service answers', median(seconds), 's', 2),
  ];
}
