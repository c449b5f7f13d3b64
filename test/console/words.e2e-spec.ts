import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { routingInputs } from '../../src/models/routing/routing-inputs.js';
import { leastCost } from '../../src/models/routing/least-cost.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import { amountOf, amountProblem, noAmount } from '../../console/src/app/amounts.js';
import { ceilingProblem } from '../../console/src/start/ceiling-rules.js';
import { callsTool, offerPipeline, submit } from '../runs/support/commission.js';
import { GithubSimulator } from '../support/forges/github/github-simulator.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

const pages = ['', 'runs', 'approvals', 'plan', 'people', 'models', 'costs', 'plugins'] as const;
const others = ['memory', 'settings', 'log'] as const;

/** What is read and what is read aloud; paths and names of operations are left out. */
const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].map(
      (each) => ['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
    );
    return [document.body.innerText, ...labels.flat()]
      .join('\\n')
      .replace(/\\S*\\/\\S*/g, '');
  })()`);

describe('a typed ceiling', () => {
  it('is refused with the least that is taken', () => {
    expect(ceilingProblem('0')).toBe('A ceiling is a number of dollars, 0.01 or more.');
    expect(ceilingProblem('-1')).toContain('0.01 or more');
    expect(ceilingProblem('0.01')).toBeNull();
    expect(ceilingProblem('')).toBeNull();
  });

  it('has a point or a comma before the cents, and is refused where a comma may mean thousands', () => {
    expect(['5,50', '5.50', ' ,5 ', '0,125', '7', '1000'].map(amountOf)).toEqual([
      5.5, 5.5, 0.5, 0.125, 7, 1000,
    ]);
    const refused = ['1,000', '1,000.50', '5 50', '5e3', '-1', 'five', '.', ''];
    expect(refused.map(amountOf)).toEqual(refused.map(() => NaN));
    expect(amountProblem('1,000')).toBe(noAmount);
    expect(amountProblem('')).toBeNull();
    expect(ceilingProblem('5,50')).toBeNull();
    expect(ceilingProblem('1,000')).toContain(noAmount);
  });
});

describeInBrowser('the words of the console', () => {
  const browser = testBrowser();
  let scripted: ScriptedProvider;
  const inDirectory = temporaryDirectory();
  let forge: GithubSimulator;
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    scripted = await ScriptedProvider.start();
    forge = await GithubSimulator.start(inDirectory('forge'));
    office = await startLiveOffice(scripted, {
      ...{ OPENAI_API_KEY: 'key', OFFICE_PRIVATE_HOSTS: new URL(forge.url).host },
    });
    socket = await office.client.connect();
  });
  afterEach(() => scripted.respondWith(() => ({ text: ['Understood.'] })));
  afterAll(async () => {
    await office.close();
    await scripted.close();
    await forge.close();
  });

  const open = (path = '') => browser.open(`http://127.0.0.1:${office.port}/#/${path}`);
  /** Makes every model cost ten dollars a million. */
  const costTenDollars = async () => {
    const { models } = await state();
    const own = models.filter(({ providerId }) => providerId === 'openai');
    const price = { costPerMTokIn: 10, costPerMTokOut: 10 };
    const modelOverrides = Object.fromEntries(own.map(({ id }) => [id, price]));
    await office.client.post('/api/settings', { modelOverrides });
  };
  const state = async () => (await office.client.get<OfficeState>('/api/state')).body;

  it('call a floor a floor on every page', async () => {
    const page = await open();
    for (const path of [...pages, ...others]) {
      await page.goto(`http://127.0.0.1:${office.port}/#/${path}`);
      await page.locator('main h1, main h2').first().waitFor();
      expect(await wordsOf(page)).not.toMatch(/\bworkspaces?\b|\borganisations?\b/i);
    }
  });

  it('say in one sentence who works, who decided and who handed it in', async () => {
    const pipelineId = offerPipeline(office, { kind: 'integrate', roleIds: ['backend-dev-1'] });
    scripted.respondWith(callsTool('run_shell', { command: 'echo hello' }));
    const { id } = await submit(office, { pipelineId, brief: 'Say hello' });
    const page = await open(`runs/${id}`);
    const asked = page.getByRole('region', { name: 'Approval needed' });
    await asked.getByText(/^Kwame Bielski asks to run a command/).waitFor();
    await page.getByLabel(/^Kwame Bielski carries out "Stage 1", /).waitFor();
    await page.getByText(/, by the API$/).waitFor();
    await page.evaluate(`localStorage.setItem('office-name', 'Ada')`);
    await asked.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('tab', { name: /^Approvals/ }).click();
    await page.getByText(/; refused on .* by you/).waitFor();
    await page.evaluate(`localStorage.setItem('office-name', 'Grace')`);
    await page.reload();
    await page.getByRole('tab', { name: /^Approvals/ }).click();
    await page.getByText(/; refused on .* by Ada/).waitFor();
  });

  it('name the run of an error, until the run has recovered', async () => {
    const pipelineId = offerPipeline(office, { optional: true }, {});
    const go = Promise.withResolvers<void>();
    scripted.respondWith(async ({ body }) => {
      if (!JSON.stringify(body).includes('Stage 2\\"')) return { text: ['Cut'], finish: 'length' };
      await go.promise;
      return { text: ['Done.'] };
    });
    const page = await open();
    await page.getByRole('region', { name: 'New brief' }).waitFor();
    await submit(office, { pipelineId, brief: 'Mend the parser\nand more' });
    const notice = page.locator('.toast.error');
    await notice.getByText('The model hit its output limit mid-turn').waitFor();
    expect(
      await notice.getByRole('link', { name: 'Mend the parser' }).getAttribute('href'),
    ).toMatch(/runs\/run_/);
    await notice.getByText(/^at \d\d:\d\d:\d\d$/).waitFor();
    go.resolve();
    await socket.waitFor('run.updated', ({ run }) => run.status === 'done');
    await notice.waitFor({ state: 'detached', timeout: 5000 });
  });

  it('tell when a run and its turn have failed, and the error of both once', async () => {
    const pipelineId = offerPipeline(office, {});
    scripted.respondWith(() => ({ text: ['Cut'], finish: 'length' }));
    const { id } = await submit(office, { pipelineId, brief: 'Fail at it' });
    await socket.waitFor('run.updated', ({ run }) => run.id === id && run.status === 'failed');
    const moment = /failed on \d{1,2} \w+ \d{4}, \d\d:\d\d/;
    const page = await open('runs');
    await page.locator('.run-list li', { hasText: 'Fail at it' }).getByText(moment).waitFor();
    await page.getByRole('link', { name: /Fail at it/ }).click();
    await page.getByRole('tab', { name: 'Report' }).click();
    await page.getByRole('alert').getByText(moment).waitFor();
    await page.getByRole('tab', { name: /^Turns/ }).click();
    await page.locator('.turn.failed').getByText(moment).waitFor();
    // The stage failed by its turn, which says it.
    expect(await page.locator('.stage-row + .notice').count()).toBe(0);
  });

  it('lead from list, inbox, header and report to why a run failed, and to what helps', async () => {
    const refusal = { status: 401, body: { error: { message: 'Incorrect API key provided' } } };
    scripted.respondWith(() => ({ refusal }));
    // Runs that ended before the browser's first visit count as seen.
    const page = await open('approvals');
    await page.getByRole('heading', { name: 'Inbox' }).first().waitFor();
    const { id } = await submit(office, {
      pipelineId: offerPipeline(office, {}),
      brief: 'Wrong key',
    });
    await socket.waitFor('run.updated', ({ run }) => run.id === id && run.status === 'failed');
    const reason =
      /The provider refuses the key: .*HTTP 401 from openai: Incorrect API key provided/;
    await page.goto(`http://127.0.0.1:${office.port}/#/runs`);
    await page.getByRole('region', { name: 'List of runs' }).getByText(reason).waitFor();
    await page.goto(`http://127.0.0.1:${office.port}/#/approvals`);
    await page.getByRole('list', { name: 'Ended runs' }).getByText(reason).waitFor();
    await page.goto(`http://127.0.0.1:${office.port}/#/runs/${id}?tab=turns`);
    await page.getByRole('link', { name: reason }).click();
    const report = page.getByRole('alert');
    await report.getByText('Stage "Stage 1" failed; the run stopped there.').waitFor();
    await report.getByText(/^The provider refuses the key: give another one\./).waitFor();
    expect(await report.getByRole('link', { name: 'Models' }).getAttribute('href')).toMatch(
      /^#\/models\b/,
    );
    // On a phone, the time stands below the words.
    await page.setViewportSize({ width: 390, height: 844 });
    const words = await report.getByText(/^Stage "Stage 1"/).boundingBox();
    expect(words?.width).toBeGreaterThan(250);
  });

  it('name the limit of what is refused', async () => {
    browser.expectFault('413');
    const page = await open('settings');
    await page.getByLabel('Employees at work at once').fill('99');
    await page.getByText('On one floor, over all its runs; 1 to 16.').waitFor();
    await page.getByRole('button', { name: 'Save', disabled: true }).first().waitFor();
    await page.getByLabel('Your name').fill('x'.repeat(80));
    await page.getByText('At most 80 characters.').waitFor();
    await page.goto(`http://127.0.0.1:${office.port}/#/`);
    await page.getByLabel('Give the office a brief').fill('x'.repeat(300 * 1024));
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await page.getByText('Request body too large: at most 256 KB.').waitFor();
  });

  it('say of a ceiling that it is too small, and hand the brief in all the same', async () => {
    await costTenDollars();
    offerPipeline(office, {});
    const page = await open();
    const brief = page.getByRole('region', { name: 'New brief' });
    await brief.getByLabel('Give the office a brief').fill('What is a todo list?');
    await brief.getByText('Pipeline and ceiling').click();
    await brief.getByLabel('Ceiling, dollars').fill('0');
    await brief.getByText('A ceiling is a number of dollars, 0.01 or more.').waitFor();
    expect(await brief.getByRole('button', { name: 'Hand it in' }).isDisabled()).toBe(true);
    await brief.getByLabel('Ceiling, dollars').fill('0.01');
    const warning = brief.getByText(
      /^A ceiling of \$0\.01 is too small: the turn of "Quick answer" needs about \$0\.0\d+\.$/,
    );
    await warning.waitFor();
    await brief.getByLabel('Give the office a brief').fill('The date parser has a bug');
    await brief
      .getByText(/: "Code change" takes at least 4 turns, which need about \$0\.\d+, the first /)
      .waitFor();
    await brief.getByLabel('Give the office a brief').fill('What is a todo list?');
    await brief.getByLabel('Ceiling, dollars').fill('1');
    await warning.waitFor({ state: 'detached' });
    await brief.getByLabel('Ceiling, dollars').fill('0.01');
    await warning.waitFor();
    await brief.getByRole('button', { name: 'Hand it in' }).click();
    const { run } = await socket.waitFor('run.created', ({ run }) => run.budget.limitUsd === 0.01);
    await page.goto(`http://127.0.0.1:${office.port}/#/runs/${run.id}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('dialog', { name: 'Try again' })
      .getByText(/^A ceiling of \$0\.01 is too small: the turn of "Quick answer" /)
      .waitFor();
  });

  it('say of the ceiling for issues that it is too small, where it is set and later', async () => {
    await costTenDollars();
    offerPipeline(office, {});
    const page = await open('forges');
    await page.getByRole('button', { name: 'Connect a repository' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Repository', { exact: true }).fill(`${forge.url}/${forge.repository}`);
    await dialog.getByLabel('Token').fill(forge.token);
    await dialog.getByText('What becomes work, and its bounds').click();
    await dialog.getByLabel('Ceiling of an issue, USD').fill('0.01');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const warning = /^A ceiling of \$0\.01 is too small: /;
    await dialog.getByText(warning).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const card = page.getByRole('article', { name: forge.repository });
    await card.getByText(warning).waitFor();
    await card.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Ceiling of an issue, USD').fill('5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText(warning).waitFor({ state: 'detached' });
  });

  it('estimate the first turn as it then is', async () => {
    await costTenDollars();
    const pipelineId = offerPipeline(office, {});
    const now = await state();
    const plugins = now.plugins.records;
    const inputs = routingInputs({ ...now, plugins, floor: now });
    const pipeline = now.pipelines.find(({ id }) => id === pipelineId);
    if (pipeline === undefined) throw new Error('The pipeline is not offered.');
    const brief = 'Which database suits an internal tool for ten people?';
    const { usd = 0 } = leastCost({ brief, limitUsd: 1 }, pipeline, inputs) ?? {};
    scripted.requests.length = 0;
    const run = await submit(office, { pipelineId, brief, budgetUsd: 1 });
    await socket.waitFor(
      'run.updated',
      (event) => event.run.id === run.id && event.run.status === 'done',
    );
    const [request] = scripted.requests;
    const { messages, tools } = request?.body ?? {};
    // About four characters a token, at ten dollars a million.
    const sent = JSON.stringify({ messages, tools }).length / 4;
    const real = ((sent + 256) * 10) / 1e6;
    expect(usd / real).toBeGreaterThan(0.6);
    expect(usd / real).toBeLessThan(1.5);
  });

  // Last: the provider's limit holds for later runs too.
  it('tell while a turn waits for its provider', async () => {
    const headers = { 'retry-after': '90' };
    const refusal = { status: 429, headers, body: { error: { message: 'Slow down' } } };
    scripted.respondWith(() => ({ refusal }));
    const pipelineId = offerPipeline(office, {});
    const { id } = await submit(office, { pipelineId, brief: 'Wait' });
    const page = await open(`runs/${id}?tab=turns`);
    const turn = page.locator('.turn.running');
    await turn.getByText(/^Waiting for openai \(rate limit, \d+ s\)$/).waitFor();
    expect(await turn.getByText('Thinking…').count()).toBe(0);
    socket.send({ type: 'cancel', runId: id });
    await socket.waitFor('run.updated', ({ run }) => run.id === id && run.status === 'cancelled');
  });
});
