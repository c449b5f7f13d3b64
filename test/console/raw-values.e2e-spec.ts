import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { exampleBriefs } from '#protocol/example-briefs.js';
import { purposeTexts } from '../../src/protocol/texts/purposes.js';
import { reviewTexts } from '../../src/protocol/texts/review.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { Run } from '../../src/protocol/records/work.js';
import { repositoryRoot } from '../support/run-program.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { officeWithRun } from './support/office-with-run.js';
import { pageStates } from './support/page-states.js';
import { pages } from './support/pages.js';

/** Values of the protocol that are no word: of several parts, and the names of doors. */
async function rawValues(): Promise<readonly string[]> {
  const text = await readFile(join(repositoryRoot, 'src/protocol/records/enums.ts'), 'utf8');
  const values = [...text.matchAll(/'([a-z]+(?:[-_][a-z]+)+)'/g)].map(([, value = '']) => value);
  const [, doors = ''] = /type Door =([^;]+);/.exec(text) ?? [];
  const named = [...doors.matchAll(/'(\w+)'/g)].map(([, door = '']) => `(${door})`);
  return [...new Set(values), ...named];
}

/** Values of the protocol that are words, but not those that people read. */
const badWords = [
  'ok',
  'error',
  'denied',
  'pending',
  'rejected',
  'idle',
  'blocked',
  'mock',
  'live',
];

/** What each instruction of a turn has in it that does not vary, at its longest. */
function purposes(): readonly string[] {
  const { judge, judgeAgain, rule, ruleAgain, revise } = reviewTexts;
  const all = [...Object.values(purposeTexts), judge, judgeAgain, rule, ruleAgain, revise];
  return all.map((text) => {
    const parts = typeof text === 'string' ? [text] : text('\u0000').split('\u0000');
    return parts.reduce((longest, part) => (part.length > longest.length ? part : longest));
  });
}

describeInBrowser('values of the protocol', () => {
  const browser = testBrowser();
  const held = officeWithRun();

  it('are shown in words on every page, tab and dialog', async () => {
    browser.expectFault('404');
    browser.expectFault('403');
    const raw = [...(await rawValues()), ...purposes()];
    expect(raw).toEqual(expect.arrayContaining(['awaiting-approval', 'test-report', '(http)']));
    expect(raw).toContain('do your part of "');
    const page = await browser.open(held.office.url, { viewport: { width: 1280, height: 720 } });
    const found: string[] = [];
    const look = async (name: string): Promise<void> => {
      // What is named in code font or typed by people is shown as it is.
      const shown = String(
        await page.evaluate(`(() => {
          const copy = document.body.cloneNode(true);
          for (const each of copy.querySelectorAll('code, pre, textarea, .prose')) each.remove();
          return copy.textContent;
        })()`),
      );
      const badges = await page.locator('.badge').allTextContents();
      found.push(...badges.filter((each) => badWords.includes(each)).map((b) => `${name}: ${b}`));
      found.push(...raw.filter((value) => shown.includes(value)).map((each) => `${name}: ${each}`));
    };
    const visit = (path: string) =>
      page.evaluate(`location.hash = ${JSON.stringify(`#/${path.replace('RUN', held.runId)}`)}`);
    const { client } = held.office.service;
    const [example] = exampleBriefs;
    const { brief, pipelineId } = example ?? {};
    const given = { brief, pipelineId, paced: true };
    const { body: begun } = await client.post<Run>('/api/submit', given);
    let atWork: string | undefined;
    await until(async () => {
      const { employees } = (await client.get<OfficeState>('/api/state')).body;
      atWork = employees.find(({ activity }) => activity !== null)?.roleId;
      return atWork !== undefined;
    });
    await visit(`people/${atWork}`);
    await page.getByText('Save the grants').waitFor();
    await look('a role at work');
    (await client.connect()).send({ type: 'cancel', runId: begun.id });
    await visit('runs/RUN?tab=change');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page
      .getByText(/^Turn by turn/)
      .first()
      .waitFor();
    await look('the change in a replay');
    for (const [path, shown] of pages) {
      await visit(path);
      await page.locator(shown).first().waitFor();
      await look(path);
    }
    for (const { path, name, reach, closes, isOfPhone } of pageStates) {
      if (isOfPhone === true) continue;
      await visit(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await reach(page);
      await look(`${path}, ${name}`);
      if (closes === true) await page.keyboard.press('Escape');
    }
    expect(found).toEqual([]);
  });
});
