import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { simulatorKey, ProviderSimulator } from '../support/providers/core/simulator.js';
import { openAi } from '../support/providers/openai.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startCleanClone, type StartedClone } from './support/clean-clone.js';
import * as shop from './support/greeting-shop.js';

/** What somebody looks for who has never seen the page. */
const words = {
  brief: /brief/i,
  handIn: 'Hand it in',
  report: 'Read the report',
  asks: 'Approval needed',
} as const;

/** For cloning, building the service and the page, and starting. */
const startMs = 300_000;

const branch = 'greet-by-name';

describeInBrowser('the first hour of somebody who reads no documentation', () => {
  const browser = testBrowser();
  const directory = temporaryDirectory();
  const addresses: string[] = [];
  let simulator: ProviderSimulator;
  let office: StartedClone;
  let page: Page;
  const repository = () => directory('projects', 'shop');

  beforeAll(async () => {
    await shop.makeRepository(repository());
    simulator = await ProviderSimulator.start(openAi(), { brain: shop.playsTheOffice });
    office = await startCleanClone({
      OFFICE_OPENAI_BASE_URL: simulator.baseUrl,
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      OFFICE_WORKSPACES_ROOT: directory('projects'),
    });
  }, startMs);
  afterAll(async () => {
    await office.close();
    await simulator.close();
  });

  const dock = () => page.getByRole('region', { name: words.asks });

  async function handIn(text: string): Promise<void> {
    await page.getByRole('textbox', { name: words.brief }).fill(text);
    await page.getByRole('button', { name: words.handIn }).click();
  }

  /** Says yes to whatever is asked, until the run has a report to read. */
  async function answerAll(): Promise<void> {
    const ended = page.getByText('The report is ready.');
    const yes = dock().getByRole('button', { name: /^Approve the floor’s checks|^Approve once/ });
    for (;;) {
      await ended.or(yes.first()).first().waitFor();
      if (await ended.isVisible()) return;
      await yes.last().click();
      await yes.last().waitFor({ state: 'detached' });
    }
  }

  async function pasteKey(): Promise<void> {
    await page.getByText('Employees are simulated', { exact: true }).waitFor();
    await page.getByText('Paste a key').click();
    await page.getByRole('button', { name: /Provider/ }).click();
    await page.getByRole('option', { name: 'OpenAI' }).click();
    await page.getByLabel('Key', { exact: true }).fill(simulatorKey);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText('Employees are simulated', { exact: true }).waitFor({ state: 'detached' });
  }

  async function seeFirstAnswer(): Promise<void> {
    await handIn(shop.question);
    await page.getByRole('link', { name: words.report }).click();
    await page.getByRole('tabpanel').getByText(shop.answer).waitFor();
  }

  async function chooseRepository(): Promise<void> {
    await page.getByRole('link', { name: 'People', exact: true }).click();
    await page.getByRole('tab', { name: /All floors/ }).click();
    await page.getByRole('button', { name: 'Choose a folder…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
    await dialog.getByRole('button', { name: 'shop' }).click();
    await dialog.getByRole('button', { name: 'Use this repository' }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'Trust them' }).click();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('link', { name: 'Floor', exact: true }).click();
    await page.getByText('For shop.').waitFor();
  }

  async function getChange(): Promise<void> {
    await handIn(shop.brief);
    await page
      .getByRole('link', { name: new RegExp(shop.brief.slice(0, 20)) })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: shop.brief.slice(0, 20) }).waitFor();
    await answerAll();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByText('1 file changed').waitFor();
  }

  async function sendComment(): Promise<void> {
    const line = `line ${shop.changedLine} of greet.mjs`;
    await page
      .getByRole('button', { name: new RegExp(`Comment on ${line}`) })
      .last()
      .click();
    await page.getByRole('textbox', { name: /^Comment on line/ }).fill(shop.remark);
    await page.getByRole('button', { name: 'Keep the comment' }).click();
    const before = page.url();
    await page.getByRole('button', { name: 'Send 1 comment to the office' }).click();
    await page.waitForURL((url) => url.href !== before);
    await answerAll();
  }

  async function deliver(): Promise<void> {
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Deliver…' }).click();
    await page.getByRole('textbox', { name: 'Branch' }).fill(branch);
    await page.getByRole('button', { name: 'Deliver', exact: true }).click();
    await dock()
      .getByRole('button', { name: /^Approve once/ })
      .click();
    await page.getByRole('link', { name: new RegExp(`^on branch ${branch}`) }).click();
  }

  it('leads from a key to a branch with a change that was mended', async () => {
    page = await browser.open('about:blank', { viewport: { width: 1280, height: 720 } });
    page.context().on('request', (request) => void addresses.push(request.url()));
    await page.goto(office.url);
    await pasteKey();
    await seeFirstAnswer();
    await chooseRepository();
    await getChange();
    await sendComment();
    await deliver();
    const git = (...args: readonly string[]) => shop.gitIn(repository(), ...args);
    expect(git('show', `${branch}:greet.mjs`)).toBe(shop.mendedProgram.trim());
    expect(git('rev-list', '--count', `main..${branch}`)).toBe('1');
    const [subject, ...body] = git('log', '-1', '--format=%B', branch).split('\n');
    expect(subject).toBe('Change greet.mjs so that it greets by name');
    expect(body.join(' ')).toContain(shop.remark);
    expect(simulator.refusals).toEqual([]);
    const elsewhere = addresses.filter(
      (url) => !url.startsWith(office.url) || url.includes('docs'),
    );
    expect(elsewhere).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
    expect(shop.gitIn(office.folder, 'ls-files', '--others', '--exclude-standard')).toBe('');
  });
});
