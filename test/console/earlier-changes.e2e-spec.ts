import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { earlierWords } from '../../console/src/runs/review/deliver-words.js';
import { WorktreeOffice } from '../runs/support/worktree-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describe('what is said of earlier runs in a delivery', () => {
  it('is nothing without one', () => {
    expect(earlierWords('branch', {}, { earlier: [] })).toBeNull();
    expect(earlierWords('patch', {}, { earlier: [] })).toBeNull();
  });

  it('counts those whose changes a branch holds', () => {
    expect(earlierWords('request', { continues: 'b' }, { earlier: ['a', 'b'] })).toBe(
      'The branch holds what 2 earlier runs changed, too.',
    );
  });

  it('is the same for all runs of a worktree, whatever a branch holds', () => {
    const run = { continues: 'a', worktreeAfter: 'a' };
    expect(earlierWords('workspace', run, { earlier: [] })).toBe(
      'The folder gets what earlier runs changed in the same worktree, too.',
    );
  });
});

describeInBrowser('the delivery of a run that continues another', () => {
  const browser = testBrowser();
  const at = new WorktreeOffice();
  const here = { isolation: 'place' } as const;
  const both = 'The branch holds what an earlier run changed, too.';
  const only = (what: string) =>
    `The ${what} holds the change of this run only, not that of the run that it continues.`;

  async function openDelivery(id: string): Promise<Page> {
    const page = await browser.open(`http://127.0.0.1:${at.office.port}/#/runs/${id}`);
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Deliver…' }).click();
    await page.getByRole('radio', { name: /^A branch/ }).waitFor();
    return page;
  }
  const says = (page: Page, words: string) =>
    page.getByRole('dialog').getByText(words, { exact: true }).waitFor();

  it('says for each way whether the changes of the earlier run go along', async () => {
    const first = await at.run(['echo see > c.txt'], { brief: 'Add c.' }, here);
    const next = { brief: 'Add d.', continues: first.id };
    const second = await at.run(['echo dee > d.txt'], next, here);
    const page = await openDelivery(second.id);
    await says(page, both);
    await page.getByRole('radio', { name: /^A patch/ }).check();
    await says(page, only('patch'));
    // Committed, the earlier change is where the branch begins.
    at.git('add', 'c.txt');
    at.git('commit', '-qm', 'c');
    const again = await at.run(['echo e > e.txt'], { brief: 'Add e.', continues: first.id }, here);
    await says(await openDelivery(again.id), only('branch'));
    const alone = await openDelivery(first.id);
    expect(
      await alone
        .getByRole('dialog')
        .getByText(/ holds /)
        .count(),
    ).toBe(0);
  });

  it('says that a worktree is delivered as a whole', async () => {
    const first = await at.run(['echo see > c.txt'], { brief: 'Add c.' });
    const second = await at.run(['echo dee > d.txt'], { brief: 'Add d.', continues: first.id });
    const page = await openDelivery(second.id);
    await says(page, both);
    await page.getByRole('radio', { name: /^A patch/ }).check();
    await says(page, 'The patch holds what earlier runs changed in the same worktree, too.');
    await page.getByRole('radio', { name: /^Into the folder/ }).check();
    await says(page, 'The folder gets what earlier runs changed in the same worktree, too.');
    await page.getByRole('button', { name: 'Deliver', exact: true }).click();
    await page
      .getByText(/was delivered: 2 files/)
      .first()
      .waitFor();
    expect(await at.text('c.txt')).toBe('see\n');
  });
});
