import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { estimatesOf } from '#test/support/models/estimates.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import type { LearnedRatios } from './learned-ratios.js';

const directory = temporaryDirectory();
const model = aModel();
const expected = { likely: 1000, most: 1000 };

async function booted(file: string, mode: 'live' | 'mock' = 'live'): Promise<LearnedRatios> {
  const { ratios } = estimatesOf({
    OFFICE_LLM_MODE: mode,
    OFFICE_TOKEN_RATIO_CACHE: directory(file),
  });
  await ratios.onModuleInit();
  return ratios;
}

describe('LearnedRatios', () => {
  it('survive a restart', async () => {
    const before = await booted('kept.json');
    for (const counted of [1100, 1400, 1300]) before.learn(model, counted, expected);
    await before.onApplicationShutdown();
    const after = await booted('kept.json');
    expect(after.of(model)).toEqual(before.of(model));
    expect(after.of(model)?.highest).toBeGreaterThan(1.39);
    expect(after.of(aModel({ id: 'another' }))).toBeUndefined();
  });

  it('learn nothing from a prompt of a few words', async () => {
    const ratios = await booted('few.json');
    ratios.learn(model, 400, { likely: 10, most: 10 });
    expect(ratios.of(model)).toBeUndefined();
  });

  it.each([
    ['no JSON', 'never'],
    ['another shape', '{"version":1,"savedAt":1,"ratios":[1,2]}'],
    [
      'absurd numbers',
      '{"version":1,"savedAt":1,"ratios":{"provider/model":{"typical":-1,"highest":9e9}}}',
    ],
  ])('begin anew where the file holds %s', async (name, content) => {
    await writeFile(directory(`${name}.json`), content);
    const ratios = await booted(`${name}.json`);
    expect(ratios.of(model)).toBeUndefined();
  });

  it('of simulated models are not kept', async () => {
    const before = await booted('mock.json', 'mock');
    before.learn(model, 1500, expected);
    await before.onApplicationShutdown();
    expect((await booted('mock.json')).of(model)).toBeUndefined();
  });
});
