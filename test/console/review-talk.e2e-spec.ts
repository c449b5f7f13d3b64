import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { HeardTalk } from '../../console/src/app/heard-talk.js';
import { firstSentence, isOfReview, saidInReviews } from '../../console/src/floor/review-talk.js';
import { talkOf, withTalk } from '../../console/src/floor/talk.js';
import { exampleBriefs } from '../../src/protocol/example-briefs.js';
import type { Run, TurnRecord } from '../../src/protocol/records/work.js';
import { reviewTexts } from '../../src/protocol/texts/review.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';
import { until } from '../support/until.js';

const [first, second] = [reviewTexts.pass(1, 3), reviewTexts.pass(2, 3)];
const objection =
  'Changes required:\n\n1. `a.ts`, `sum`: adds too much. Start at 0.\n\nVerdict: objections';
const approval = 'All settled.\n\nVerdict: approved';

type Turn = Parameters<typeof saidInReviews>[0][number];

/** A turn of the stage `S` that is over. */
const turn = (employeeId: string, purpose: string, startedAt: number, text: string): Turn => ({
  runId: 'R',
  stageId: 'S',
  status: 'done',
  endedAt: startedAt + 10,
  ...{ employeeId, purpose, startedAt, text },
});
const said = (at: number, from: string, to: string, text: string) => ({
  ...{ at, runId: 'R', stageId: 'S', text },
  fromEmployeeId: from,
  toEmployeeIds: [to],
});

const judged = turn('reviewer', reviewTexts.judge(first), 0, objection);
const ruled = turn('chair', reviewTexts.rule(first), 10, objection);
const revised = turn(
  'builder',
  reviewTexts.revise(first),
  20,
  'Mended: `sum` starts at 0. Tested.',
);

describe('what is said in a review', () => {
  it('is the objection when the revision begins, and the answer when it ends', () => {
    expect(saidInReviews([judged, ruled, revised])).toEqual([
      said(20, 'chair', 'builder', '`a.ts`, `sum`: adds too much.'),
      said(30, 'builder', 'chair', 'Mended: `sum` starts at 0.'),
    ]);
    const running = { ...revised, status: 'running', endedAt: null, text: '' } as const;
    expect(saidInReviews([judged, ruled, running])).toHaveLength(1);
    const failed = { ...revised, status: 'failed' } as const;
    expect(saidInReviews([judged, ruled, failed])).toHaveLength(1);
  });

  it('is nothing before somebody revises, and nothing in other turns', () => {
    const building = turn('builder', 'does something', 0, objection);
    expect(saidInReviews([building, judged, ruled])).toEqual([]);
    expect(saidInReviews([revised])).toEqual([]);
    expect([building, judged, revised].map(isOfReview)).toEqual([false, true, true]);
  });

  it('comes from the one who objected in this pass, whoever rules', () => {
    const approved = turn('chair', reviewTexts.rule(first), 10, approval);
    expect(saidInReviews([judged, approved, revised])[0]).toMatchObject({
      fromEmployeeId: 'reviewer',
    });
    const judgedAgain = turn('reviewer', reviewTexts.judgeAgain(second), 30, approval);
    const ruledAgain = turn('chair', reviewTexts.ruleAgain(second), 40, approval);
    // A failed check leads to a revision although everybody approves.
    const mended = turn('builder', reviewTexts.revise(second), 50, 'Mended.');
    const turns = [judged, ruled, revised, judgedAgain, ruledAgain, mended];
    expect(saidInReviews(turns)).toHaveLength(2);
  });

  it('keeps stages apart, and takes the last answer of a turn only', () => {
    const elsewhere = { ...revised, stageId: 'other' };
    expect(saidInReviews([ruled, elsewhere])).toEqual([]);
    const later = { ...ruled, text: `I look.${objection}`, answerFrom: 7 };
    expect(saidInReviews([later, revised])[0]?.text).toBe('`a.ts`, `sum`: adds too much.');
  });

  it.each([
    ['# Review\n\nThe sum is wrong. It is 3.', 'The sum is wrong.'],
    [
      'Required:\n\n2) Close the file, e.g. in a finally. Then test.',
      'Close the file, e.g. in a finally.',
    ],
    ['`a.test.ts` has no test', '`a.test.ts` has no test'],
    ['', ''],
  ])('is one sentence: %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });

  it('shows both as talking for a while', () => {
    const all = saidInReviews([ruled, revised]);
    const talk = talkOf(all, 31);
    expect(talk).toEqual({ from: 'builder', to: 'chair' });
    const people = ['builder', 'chair', 'other'].map((id) => ({ id, status: 'idle' }));
    const shown = withTalk(people as never, talk);
    expect(shown.map(({ status }) => status)).toEqual(['talking', 'talking', 'idle']);
    expect(withTalk(people as never, talkOf(all, 31 + 60_000))).toBe(people);
  });
});

describe('what this page has heard', () => {
  const speech = {
    ...said(5, 'ceo', 'builder', 'We begin.'),
    ...({ type: 'speech', kind: 'debate' } as const),
  };
  const event = (type: 'turn.started' | 'turn.finished', of: Turn, id: string) =>
    ({ type, at: 0, turn: { ...of, id } as TurnRecord }) as const;

  it('is speech and talk of reviews in order, of the runs that are kept', () => {
    const heard = new HeardTalk();
    expect(heard.take(event('turn.finished', ruled, 'T1'))).toBe(true);
    expect(heard.take(event('turn.started', revised, 'T2'))).toBe(true);
    expect(heard.take(event('turn.started', { ...revised, purpose: 'builds' }, 'T3'))).toBe(false);
    heard.take(speech);
    expect(heard.said.map(({ text }) => text)).toEqual([
      'We begin.',
      '`a.ts`, `sum`: adds too much.',
      'Mended: `sum` starts at 0.',
    ]);
    const before = heard.said;
    heard.keep(new Set(['R']));
    expect(heard.said).toBe(before);
    heard.keep(new Set(['other']));
    expect(heard.said).toEqual([]);
    expect(heard.take(event('turn.finished', revised, 'T2'))).toBe(true);
    expect(heard.said).toEqual([]);
  });
});

const fault = 'csv-table/csv-to-table.mjs, cellsOf: a cell in quotes is split at its comma.';
const answer = 'The review was right: "Smith, Jane",42 gave three cells.';

describeInBrowser('the talk of a review beside its run', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    // At the pace that simulated employees have by themselves.
    office = await startBuiltOffice({
      OFFICE_MOCK_LATENCY_MS: '',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
    });
  });
  afterAll(() => office.close());

  const floorOf = (page: Page) => page.getByRole('img', { name: /^The floor:/ });

  it('is seen while the run is at work, and in its replay', async () => {
    const { client } = office.service;
    const [example] = exampleBriefs;
    const { brief, pipelineId } = example ?? {};
    const { body: run } = await client.post<Run>('/api/submit', { brief, pipelineId, paced: true });
    const page = await browser.open(`${office.url}/#/runs/${run.id}`);
    const floor = floorOf(page);
    const bubble = (words: string) => floor.locator('.bubble b').filter({ hasText: words });
    await bubble(fault).waitFor();
    expect(await floor.locator('.person.talking').count()).toBe(2);
    expect(await floor.locator('svg.talk').count()).toBe(1);
    await bubble(answer).waitFor();
    await until(async () => {
      const { body } = await client.get<Run>(`/api/runs/${run.id}`);
      return body.endedAt !== null;
    });
    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    const bar = page.getByRole('region', { name: 'Replay' });
    await bubble(fault).waitFor();
    await bar.getByRole('button', { name: 'Pause' }).press('Enter');
    // In a paused replay nothing passes.
    await floor.locator('svg.talk').waitFor();
    expect(await allFindings(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Go on' }).press('Enter');
    await bubble(answer).waitFor();
    await bar.getByText(/^Event (\d+) of \1$/).waitFor();
  });
});
