import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { exampleBriefs } from '../../src/protocol/example-briefs.js';
import type { Run } from '../../src/protocol/records/work.js';
import { allFindings } from './support/axe.js';
import { officeBrain } from '../support/scripted-provider/office-brain.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

const sizes = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];
const looks = sizes.flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...viewport, colorScheme })),
);

const brief = (page: Page) => page.getByLabel('Give the office a brief');
const handIn = (page: Page) => page.getByRole('button', { name: 'Hand it in' });

/** The examples are folded once a brief was submitted. */
async function choose(page: Page, name: RegExp): Promise<void> {
  await page.locator('.people').waitFor();
  const folded = page.locator('summary').getByText('Examples', { exact: true });
  if (await folded.isVisible()) await folded.click();
  await page.getByRole('button', { name }).click();
}

describeInBrowser('the first minute', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    // At the pace that simulated employees have by themselves.
    office = await startBuiltOffice({ OFFICE_MOCK_LATENCY_MS: '' });
  });
  afterAll(() => office.close());

  const runs = async () => (await office.service.client.get<readonly Run[]>('/api/runs')).body;

  it.each(looks)(
    'begins with the field for a brief: $width×$height, $colorScheme',
    async (look) => {
      const { width, height, colorScheme } = look;
      const viewport = { width, height };
      const page = await browser.open(office.url, { viewport, colorScheme, bypassCSP: true });
      await handIn(page).waitFor();
      await page.locator('.people').waitFor();
      for (const part of [brief(page), handIn(page)]) {
        const box = await part.boundingBox();
        expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(height);
        expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      }
      expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
      expect(await allFindings(page)).toEqual([]);
    },
  );

  it('reaches the field by three keys', async () => {
    const page = await browser.open(office.url);
    await brief(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Hello');
    expect(await brief(page).inputValue()).toBe('Hello');
  });

  it('fills an example in, says what will happen, and submits nothing', async () => {
    const page = await browser.open(office.url);
    const before = await runs();
    const note = page.getByText('What will happen.');
    for (const { title, brief: text, happens } of exampleBriefs) {
      await page.getByRole('button', { name: new RegExp(title) }).focus();
      await page.keyboard.press('Enter');
      await page.getByText(happens).waitFor();
      expect(await brief(page).inputValue()).toBe(text);
      expect(await page.evaluate('document.activeElement.value')).toBe(text);
    }
    await brief(page).press('End');
    await brief(page).press('!');
    await note.waitFor({ state: 'detached' });
    expect(await runs()).toEqual(before);
  });

  it('puts what somebody has written aside for an example, and gives it back', async () => {
    const page = await browser.open(office.url);
    const back = page.getByRole('button', { name: 'Take it back' });
    await brief(page).fill('My own words');
    await choose(page, /CSV to Markdown/);
    await back.waitFor();
    await brief(page).press('End');
    await brief(page).press('!');
    const changed = await brief(page).inputValue();
    await page.getByRole('button', { name: /A question/ }).click();
    await page.reload();
    await back.click();
    expect(await brief(page).inputValue()).toBe(changed);
    // What is shown takes the place of what is taken back.
    await back.click();
    expect(await brief(page).inputValue()).toBe('My own words');
    await brief(page).blur();
    await page.keyboard.press('e');
    await page.keyboard.press('b');
    expect(await brief(page).inputValue()).toBe(changed);
  });

  it('hands in a changed example as a brief of its own', async () => {
    const page = await browser.open(office.url);
    await choose(page, /A question/);
    await brief(page).press('End');
    await brief(page).press('!');
    await handIn(page).click();
    await page.locator('.run-card').getByText('Read the report').waitFor();
    const [run] = await runs();
    expect(run?.paced).toBeUndefined();
    expect((run?.endedAt ?? Infinity) - (run?.createdAt ?? 0)).toBeLessThan(5000);
  });

  it('plays an example so that people are seen walking, arguing and working, and ends at the report', async () => {
    const page = await browser.open(office.url, { reducedMotion: 'no-preference' });
    await choose(page, /CSV to Markdown/);
    await page.evaluate(`(() => {
      window.seen = new Set();
      const look = () => {
        for (const person of document.querySelectorAll('.person')) {
          for (const name of person.classList) window.seen.add(name);
          if (person.getAnimations().length > 0) window.seen.add('walking');
        }
        if (document.querySelector('svg.talk') !== null) window.seen.add('a line');
        for (const bubble of document.querySelectorAll('.bubble:not(.live)')) {
          window.seen.add(bubble.textContent);
        }
        requestAnimationFrame(look);
      };
      look();
    })()`);
    await handIn(page).click();
    const dock = page.getByRole('region', { name: 'Approval needed' });
    await dock.getByText(/^node --test csv-table/).waitFor();
    await dock.getByRole('button', { name: /Approve once/ }).click();
    const card = page.locator('.run-card').first();
    await card.getByText('Read the report').waitFor();
    const seen = await page.evaluate('[...window.seen]');
    const argued = [
      'csv-table/csv-to-table.mjs, cellsOf: a cell in quotes is split at its comma.',
      'The review was right: "Smith, Jane",42 gave three cells.',
    ];
    const wanted = ['thinking', 'working', 'walking', 'talking', 'a line', ...argued];
    expect(seen).toEqual(expect.arrayContaining(wanted));
    const [run] = await runs();
    expect(run).toMatchObject({ paced: true, onPage: true });
    await card.click();
    await page.locator('.tab-panel .prose', { hasText: 'tests passed, none failed' }).waitFor();
  });
});

describeInBrowser('a key in the first minute', () => {
  const browser = testBrowser();
  let scripted: ScriptedProvider;
  let office: BuiltOffice;

  beforeAll(async () => {
    scripted = await ScriptedProvider.start();
    scripted.respondWith(officeBrain);
    office = await startBuiltOffice({
      OFFICE_LLM_MODE: 'auto',
      OFFICE_OPENAI_BASE_URL: scripted.baseUrl,
      OFFICE_OPENAI_ENDPOINT: 'chat',
      OFFICE_BENCHMARKS: 'false',
    });
  });
  afterAll(async () => {
    await office.close();
    await scripted.close();
  });

  it.each(looks)('can be pasted: $width×$height, $colorScheme', async (look) => {
    const { width, height, colorScheme } = look;
    const page = await browser.open(office.url, {
      viewport: { width, height },
      colorScheme,
      bypassCSP: true,
    });
    await page.getByText('Paste a key').click();
    await page.getByLabel('Key', { exact: true }).waitFor();
    expect(await allFindings(page)).toEqual([]);
  });

  it('is used by keyboard alone for the first real answer, and can be removed', async () => {
    const page = await browser.open(office.url);
    const began = Date.now();
    await page.getByText('Paste a key').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Provider/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'OpenAI' }).focus();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Key', { exact: true });
    await field.focus();
    await page.keyboard.type('sk-pasted-0123456789');
    const listed = page.waitForResponse((answer) => answer.url().endsWith('/models/discover'));
    await page.keyboard.press('Enter');
    await page.getByText('OpenAI is used from now on.').waitFor();
    await listed;
    expect(scripted.count('GET /models')).toBe(1);
    await page.getByText('Employees are simulated').waitFor({ state: 'detached' });
    await brief(page).focus();
    await page.keyboard.type('Which database suits a small tool?');
    await page.keyboard.press('Enter');
    await page.locator('.run-card').getByText('Read the report').waitFor();
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(scripted.requests.length).toBeGreaterThan(0);
    await page.goto(`${office.url}/#/models`);
    await page.getByRole('button', { name: 'Remove the key of OpenAI' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('Removed.').waitFor();
    await page.goto(`${office.url}/#/`);
    await page.getByText('Employees are simulated', { exact: true }).waitFor();
  });

  it('makes nobody pay for the example that was played before it', async () => {
    const { client } = office.service;
    const socket = await client.connect();
    const page = await browser.open(office.url);
    await choose(page, /A question/);
    await handIn(page).click();
    await socket.waitFor('run.updated', ({ run }) => run.paced === true && run.status === 'done');
    const provider = { providerId: 'openai' };
    socket.send({ type: 'setProviderKey', ...provider, key: 'sk-pasted-0123456789' });
    await page.goto(`${office.url}/#/costs`);
    await page.getByText('1 example that simulated employees played is left out.').waitFor();
    await page.goto(`${office.url}/#/runs`);
    await page.locator('.run-list').getByText('simulated', { exact: true }).waitFor();
    socket.send({ type: 'removeProviderKey', ...provider });
    await page.getByText('Simulated employees', { exact: true }).waitFor();
  });

  it('is told at once to be wrong, in the words of its provider', async () => {
    scripted.route('GET /models', {
      status: 401,
      body: { error: { message: 'Incorrect API key provided.' } },
    });
    const page = await browser.open(office.url);
    await page.getByText('Paste a key').click();
    await page.getByRole('button', { name: /Provider/ }).click();
    await page.getByRole('option', { name: 'OpenAI' }).click();
    await page.getByLabel('Key', { exact: true }).fill('sk-wrong-0123456789');
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page
      .getByText(/^OpenAI refuses this key: HTTP 401 .*Incorrect API key provided/)
      .waitFor();
    const another = page.getByRole('region', { name: 'A refused key' });
    await another.getByText('OpenAI refuses its key').waitFor();
    await another.getByRole('button', { name: /OpenAI Provider/ }).waitFor();
    scripted.route('GET /models', { body: { data: [{ id: 'gpt-4o' }] } });
    await another.getByLabel('Key', { exact: true }).fill('sk-right-0123456789');
    await page.keyboard.press('Enter');
    await another.waitFor({ state: 'detached' });
    expect(await page.getByText(/^OpenAI refuses this key/).count()).toBe(0);
  });
});

describeInBrowser('the folder of a floor', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
    // A floor whose folder stays when it is closed.
    const { client } = office.service;
    await client.post('/api/workspaces', { name: 'Old', folder: 'site' });
    await client.delete('/api/workspaces/old');
  });
  afterAll(() => office.close());

  it.each(looks)(
    'is chosen by looking, and made a repository: $width×$height, $colorScheme',
    async (look) => {
      const { width, height, colorScheme } = look;
      const page = await browser.open(`${office.url}/#/people`, {
        viewport: { width, height },
        colorScheme,
        bypassCSP: true,
      });
      await page.getByRole('tab', { name: /All floors/ }).click();
      await page.getByRole('button', { name: 'Choose a folder…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
      await dialog.getByRole('button', { name: 'site' }).click();
      await dialog.getByText(/floors?\/site|\/site$/).waitFor();
      expect(await allFindings(page)).toEqual([]);
      const make = dialog.getByRole('button', { name: 'Make it a git repository' });
      if (await make.isVisible()) await make.click();
      await dialog.getByRole('button', { name: 'Use this repository' }).press('Enter');
      await page.getByText('In the git repository').waitFor();
      expect(await page.getByLabel('Name of the floor').inputValue()).toBe('site');
    },
  );

  it('becomes the place of a floor', async () => {
    const page = await browser.open(`${office.url}/#/people`);
    await page.getByRole('tab', { name: /All floors/ }).click();
    await page.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
    await dialog.getByRole('button', { name: 'site' }).press('Enter');
    await dialog.getByRole('button', { name: /^Use this/ }).press('Enter');
    // The dialog gives the focus back, which would take it away from the next button.
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const opened = page.getByText('is open.');
    const leave = page.getByRole('button', { name: 'Leave it' });
    // Where it is a repository meanwhile, it holds files.
    await opened.or(leave).waitFor();
    if (await leave.isVisible()) await leave.press('Enter');
    await page.locator('a:focus', { hasText: 'Go to it' }).press('Enter');
    await page.getByText('For site.').waitFor();
  });
});
