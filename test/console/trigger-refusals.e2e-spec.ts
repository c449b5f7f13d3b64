import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { NewTrigger } from '#client/http/trigger-operations.js';
import {
  hookEvents,
  type Trigger,
  type TriggerKind,
  triggerKinds,
} from '#protocol/records/triggers.js';
import { submitTexts } from '#protocol/texts/runs.js';
import { triggerTexts } from '#protocol/texts/triggers.js';
import { kindDeeds } from '../../console/src/pages/forges/trigger-names.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';
import { expectRefusedAt, sendWith } from './support/refused-at.js';

interface Row {
  readonly label: string;
  readonly bad: unknown;
  readonly text: string;
}

const choice = (label: string, field: string, all: string): Row => ({
  ...{ label, bad: 'none' },
  text: `"${field}" must be one of ${all}.`,
});

/** Each field with what the service says of a bad value. */
const ofRuns = {
  name: { label: 'Name', bad: 'a\nb', text: triggerTexts.name(80) },
  brief: { label: 'Brief of its runs', bad: ' ', text: triggerTexts.briefRequired },
  workspaceId: { label: 'Floor', bad: 'none', text: submitTexts.noWorkspace('none') },
  pipelineId: { label: 'Pipeline', bad: 'none', text: submitTexts.noPipeline('none') },
  runUsd: { label: 'Ceiling of a run, USD', bad: -1, text: triggerTexts.amount('runUsd') },
  dayUsd: { label: 'Ceiling of a day, USD', bad: -1, text: triggerTexts.amount('dayUsd') },
  dayRuns: { label: 'Runs a day', bad: 1001, text: triggerTexts.dayRuns(1000) },
} as const;

const rows = {
  schedule: {
    ...ofRuns,
    cron: { label: 'Five fields', bad: '0 0 30 2 *', text: triggerTexts.never('0 0 30 2 *') },
    timeZone: { label: 'Time zone', bad: 'Mars/Base', text: triggerTexts.timeZone('Mars/Base') },
  },
  hook: {
    signature: choice('Callers sign', 'signature', 'standard, github'),
    secret: { label: 'Secret', bad: 'short', text: triggerTexts.standardSecret },
  },
  outbound: {
    url: { label: 'Address that is called', bad: 'ftp://a', text: triggerTexts.url },
    events: { label: 'It tells of', bad: [], text: triggerTexts.events(hookEvents) },
    format: choice('Form of what is sent', 'format', 'standard, slack, teams'),
  },
} satisfies Readonly<Record<TriggerKind, Partial<Record<keyof NewTrigger, Row>>>>;

const kindRow = choice('What it does', 'kind', 'schedule, hook, outbound');
const made = {
  schedule: { cron: '0 3 1 1 *', brief: 'Do it.' },
  hook: { brief: 'Do it.' },
  outbound: { url: 'http://127.0.0.1:9/', events: ['run.ended'] },
} as const;

describeInBrowser('what the service refuses of a trigger, at its field', () => {
  const browser = testBrowser();
  let office: BuiltOffice;
  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  const kinds = triggerKinds.map((kind) => [kind, Object.entries<Row>(rows[kind])] as const);

  it.each(kinds)('when it is made: %s', async (kind, ofKind) => {
    browser.expectFault('400');
    const page = await browser.open(`${office.url}/#/forges?tab=triggers`);
    await page.getByRole('button', { name: 'Make a trigger' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a trigger' });
    await dialog.getByRole('button', { name: 'What it does' }).click();
    await page.getByRole('option', { name: kindDeeds[kind] }).click();
    await dialog.getByLabel('Name').fill('n');
    if (kind === 'outbound') await dialog.getByLabel('Address that is called').fill(made[kind].url);
    else await dialog.getByLabel('Brief of its runs').fill('b');
    const send = await sendWith(page, /\/triggers$/);
    for (const [field, { label, bad, text }] of [['kind', kindRow] as const, ...ofKind]) {
      send({ [field]: bad });
      await dialog.getByRole('button', { name: 'Make it' }).click();
      await expectRefusedAt(page, { field, label, text });
    }
    expect(await allFindings(page)).toEqual([]);
  });

  it.each(kinds)('when it is changed: %s', async (kind, ofKind) => {
    browser.expectFault('400');
    const { client } = office.service;
    const wanted = { kind, name: `one ${kind}`, ...made[kind] };
    const { body: trigger } = await client.post<Trigger>('/triggers', wanted);
    const page = await browser.open(`${office.url}/#/forges?tab=triggers`);
    const card = page.getByRole('article', { name: wanted.name });
    await card.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    const send = await sendWith(page, /\/triggers\//);
    for (const [field, { label: first, bad, text }] of ofKind) {
      if (field === 'secret') continue;
      const label = field === 'url' ? 'Another address that is called' : first;
      send({ [field]: bad });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expectRefusedAt(page, { field, label, text });
    }
    send({});
    // Somebody else changes it; the page loads the list anew meanwhile, and its form knows what was seen.
    await client.patch(`/triggers/${trigger.id}`, { name: `other ${kind}` });
    await page
      .getByRole('heading', { name: `other ${kind}`, includeHidden: true })
      .waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(triggerTexts.changed(`other ${kind}`)).waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Not saved');
    expect(await allFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show it as it is now' }).click();
    const anew = page.getByRole('dialog', { name: `Change “other ${kind}”` });
    await anew.getByLabel('Name').fill(`mine ${kind}`);
    await anew.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('article', { name: `mine ${kind}` }).waitFor();
  });

  it('when its secret is made anew', async () => {
    browser.expectFault('400');
    await office.service.client.post('/triggers', { kind: 'hook', name: 'secrets', brief: 'b' });
    const page = await browser.open(`${office.url}/#/forges?tab=triggers`);
    const card = page.getByRole('article', { name: 'secrets' });
    await card.getByRole('button', { name: 'New secret' }).click();
    const dialog = page.getByRole('dialog');
    for (const [field, label, bad, text] of [
      ['secret', 'Secret', 'short', triggerTexts.standardSecret],
      ['overlapHours', 'Hours with both', '169', triggerTexts.overlap(168)],
    ] as const) {
      await dialog.getByLabel(label).fill(bad);
      await dialog.getByRole('button', { name: 'Make it anew' }).click();
      await expectRefusedAt(page, { field, label, text });
      await dialog.getByLabel(label).fill('');
    }
  });
});
