import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { AppModule } from '../../src/app.module.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { ResultsRepository } from '../../src/runs/history/results.repository.js';
import { RunsRepository } from '../../src/runs/history/runs.repository.js';
import { sampleRun, sampleStage, sampleTurn } from '../support/sample-records.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

/** By whom it was carried out, what it cost, and whether it changed files. */
const stored = [
  { brief: 'Cheap words', roleId: 'ceo', spentUsd: 0.25, hasChanged: false },
  { brief: 'A dear change', roleId: 'ceo', spentUsd: 3, hasChanged: true },
  { brief: 'A small change', roleId: 'cto', spentUsd: 1, hasChanged: true },
];

describeInBrowser('the filters of the runs by person, cost and change', () => {
  const browser = testBrowser();
  let office: RunningOffice;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
    const part = <T>(type: new (...given: never[]) => T): T =>
      office.app.get<T>(type, { strict: false });
    await part(Transactions).run(async (tx) => {
      for (const [at, { brief, roleId, spentUsd, hasChanged }] of stored.entries()) {
        const id = `run_${at}`;
        const stage = { id: `stage_${at}`, runId: id, turnIds: [`turn_${at}`] };
        const run = sampleRun({
          ...{ id, brief, status: 'done', endedAt: 2000 },
          budget: { limitUsd: 5, spentUsd },
          stages: [sampleStage({ ...stage, status: 'done', participantRoleIds: [roleId] })],
        });
        await part(RunsRepository).insert(tx, run, false);
        await part(RunsRepository).update(tx.manager, run);
        const turn = sampleTurn({ id: `turn_${at}`, runId: id, stageId: stage.id, roleId });
        const wroteFiles = hasChanged ? ['a.txt'] : [];
        await part(ResultsRepository).insertTurn(tx.manager, 'step', { ...turn, wroteFiles });
      }
    });
  });
  afterAll(() => office.close());

  async function open(): Promise<Page> {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs`);
    await lists(page, [0, 1, 2]);
    await page.getByText('More filters').click();
    return page;
  }

  /** Until exactly these runs are listed and counted. */
  async function lists(page: Page, indexes: readonly number[]): Promise<void> {
    const wanted = indexes.map((index) => stored[index]?.brief).sort();
    const count = `${wanted.length} run${wanted.length === 1 ? '' : 's'}`;
    await page.getByRole('status').getByText(count, { exact: true }).waitFor();
    const listed = page.locator('.run-list li strong');
    await until(async () => {
      const briefs = await listed.allTextContents();
      return briefs.sort().join() === wanted.join();
    });
  }

  const inAddress = (page: Page, name: string): string | null =>
    new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get(name);

  async function choose(page: Page, field: RegExp, option: RegExp): Promise<void> {
    await page.getByRole('button', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  }

  it('find who took part, in the address and through Back', async () => {
    const page = await open();
    await choose(page, /Person$/, /^Helena/);
    await lists(page, [0, 1]);
    expect(inAddress(page, 'person')).toBe('ceo');
    await page.getByText('More filters (1 in use)').waitFor();
    await page.goBack();
    await lists(page, [0, 1, 2]);
    expect(inAddress(page, 'person')).toBeNull();
    await page.goForward();
    await lists(page, [0, 1]);
    await page.reload();
    await lists(page, [0, 1]);
    await page.getByRole('button', { name: /^Helena.*Person$/ }).waitFor();
  });

  it('find what has changes and what changed nothing, in the address and through Back', async () => {
    const page = await open();
    await choose(page, /Files$/, /^Has changes/);
    await lists(page, [1, 2]);
    expect(inAddress(page, 'changes')).toBe('yes');
    await choose(page, /Files$/, /^Changed nothing/);
    await lists(page, [0]);
    expect(inAddress(page, 'changes')).toBe('no');
    await page.goBack();
    await lists(page, [1, 2]);
    await page.goBack();
    await lists(page, [0, 1, 2]);
    expect(inAddress(page, 'changes')).toBeNull();
  });

  it('find what cost so much, typed into the address in place, also after a run was opened', async () => {
    const page = await open();
    const [least, most] = ['least', 'most'].map((bound) =>
      page.getByLabel(`Cost at ${bound}, dollars`),
    );
    await least?.fill('0.5');
    await lists(page, [1, 2]);
    await most?.fill('2,5');
    await lists(page, [2]);
    expect([inAddress(page, 'least'), inAddress(page, 'most')]).toEqual(['0.5', '2,5']);
    await page.getByText('More filters (2 in use)').waitFor();
    await page.getByText('A small change', { exact: true }).click();
    await page.getByRole('heading', { name: 'A small change' }).waitFor();
    await page.goBack();
    await lists(page, [2]);
    expect(await least?.inputValue()).toBe('0.5');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await lists(page, [0, 1, 2]);
    expect([inAddress(page, 'least'), inAddress(page, 'most')]).toEqual([null, null]);
    await page.goBack();
    await lists(page, [2]);
  });

  it('hold together', async () => {
    const page = await open();
    await choose(page, /Person$/, /^Helena/);
    await choose(page, /Files$/, /^Has changes/);
    await lists(page, [1]);
    await page.getByLabel('Cost at most, dollars').fill('1');
    await page.getByText('No run is like that').waitFor();
    await page.getByLabel('Cost at most, dollars').fill('');
    await lists(page, [1]);
    await page.goBack();
    await lists(page, [0, 1]);
  });
});
