import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Forge, RunOrigin } from '#protocol/records/forges.js';
import type { Run, RunDetail } from '#protocol/records/work.js';
import type { WorldRequest } from '../support/forges/forge-world.js';
import type { GithubSimulator } from '../support/forges/github/github-simulator.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';
import { escape } from './support/kept-dialogs.js';
import { focusedName } from './support/tab-to.js';
import { forgeWithClone } from './support/forge-workspace.js';

describeInBrowser('the page of forges', () => {
  const browser = testBrowser();
  const inDirectory = temporaryDirectory();
  let office: BuiltOffice;
  let forge: GithubSimulator;

  beforeAll(async () => {
    forge = await forgeWithClone(inDirectory('forge'), inDirectory('clone'));
    office = await startBuiltOffice({
      OFFICE_WORKSPACE: inDirectory('clone'),
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_PRIVATE_HOSTS: new URL(forge.url).host,
    });
  });
  afterAll(async () => {
    expect(forge.violations).toEqual([]);
    await office.close();
    await forge.close();
  });

  async function connect(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Connect a repository' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a repository' });
    await dialog.getByLabel('Repository', { exact: true }).fill(`${forge.url}/acme/widgets`);
    await dialog.getByLabel('Token').fill(forge.token);
    await page.keyboard.press('Enter');
  }

  it('connects a repository, and follows an issue to its request by links', async () => {
    const page = await browser.open(`${office.url}/#/forges`);
    await page.getByText('No repository is connected').waitFor();
    await connect(page);
    const connected = page.getByRole('dialog', { name: 'acme/widgets is connected' });
    await connected.getByText('may push').waitFor();
    await connected
      .getByText(/^No remote of the folder of the floor .* is acme\/widgets/)
      .waitFor();
    expect(await allFindings(page)).toEqual([]);
    expect(await connected.getByRole('status').textContent()).toBe(
      'The token is of office-bot:may pushmay read issuesmay read checks',
    );
    const address = await connected.getByLabel('Address of the webhook').last().textContent();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/forges\/forge_\w+\/webhook$/);
    const secret = connected.locator('pre').last();
    expect(await secret.textContent()).toMatch(/^[\w-]{43}$/);
    await connected.getByRole('button', { name: 'Done' }).click();
    await connected.waitFor({ state: 'detached' });
    expect(await focusedName(page)).toBe('Connect a repository');
    const card = page.getByRole('article', { name: 'acme/widgets' });
    await card.getByText('No issue has become work yet.').waitFor();
    const note = card.getByText(/^No remote of the folder/);
    await note.waitFor();
    const remote = ['remote', 'add', 'upstream', 'git@work:Acme/Widgets.git'];
    execFileSync('git', remote, { cwd: inDirectory('clone') });
    await page.reload();
    await card.getByText('No issue has become work yet.').waitFor();
    expect(await note.count()).toBe(0);
    forge.world.openIssue({
      title: 'Say good day',
      body: 'Use write_file {"path": "hello.txt", "content": "good day"} and tell me',
      labels: ['office'],
    });
    await card.getByRole('button', { name: 'Look now' }).click();
    const row = card.getByRole('row', { name: /Say good day/ });
    await row.getByText('request is open').waitFor();
    expect(await allFindings(page)).toEqual([]);
    const request = requestOf(forge);
    const tip = forge.git.tip(request.branch) ?? '';
    const check = forge.world.check(tip, 'test', 'passed');
    const comment = forge.world.comment(requestOf(forge), 'eve', 'Well done.');
    await card.getByRole('button', { name: 'Look now' }).click();
    const link = row.getByRole('link', { name: /^run_/ });
    const runId = await link.textContent();
    await until(async () => {
      const { body } = await office.service.client.get<RunOrigin>(`/runs/${runId}/origin`);
      return body.commentUrl !== null;
    });
    await link.click();
    const origin = page.getByRole('navigation', { name: 'Where it came from and went to' });
    await origin.getByText('checks passed').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Say good day (#1)' }).waitFor();
    expect(await allFindings(page)).toEqual([]);
    const links = await origin.getByRole('link').all();
    const told = await Promise.all(
      links.map(async (link) => [
        await link.textContent(),
        await link.getAttribute('href'),
        await link.getAttribute('rel'),
      ]),
    );
    const base = `${forge.url}/acme/widgets`;
    const rel = 'noopener noreferrer';
    expect(told).toEqual([
      ['acme/widgets#1 Say good day', `${base}/issues/1`, rel],
      [request.branch, `${base}/tree/${request.branch}`, rel],
      [`pull request #${request.number}`, `${base}/pull/${request.number}`, rel],
      ['checks passed', `${base}/runs/${check.id}`, rel],
      ['last comment', `${base}/issues/${request.number}#issuecomment-${comment.id}`, rel],
    ]);
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page
      .getByRole('region', { name: 'List of runs' })
      .getByText('Say good day (#1)')
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('good day');
    await page.getByRole('option', { name: /Say good day \(#1\)/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('has an issue in the inbox with which the office does not go on', async () => {
    const page = await browser.open(`${office.url}/#/forges`);
    const card = page.getByRole('article', { name: 'acme/widgets' });
    await card.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Goes on at most').fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const request = requestOf(forge);
    forge.world.check(forge.git.tip(request.branch) ?? '', 'test', 'failed', 'expected good day');
    await card.getByRole('button', { name: 'Look now' }).click();
    const why = 'The office does not go on by itself: that is switched off for this repository.';
    await card.getByText(why).waitFor();
    await page.goto(`${office.url}/#/approvals`);
    const held = page.getByRole('list', { name: 'Issues that wait for people' });
    await held.getByRole('listitem').filter({ hasText: why }).waitFor();
    expect(await allFindings(page)).toEqual([]);
    await held.getByRole('link', { name: '#1 Say good day' }).waitFor();
    await held.getByRole('link', { name: 'its run' }).click();
    await page.getByText('checks failed').waitFor();
    forge.world.endRequest(request, forge.git.tip(request.branch) ?? '', false);
    const { client } = office.service;
    const [{ id }] = (await client.get<[{ id: string }]>('/forges')).body;
    await client.post(`/forges/${id}/poll`, {});
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await held.waitFor({ state: 'detached' });
  });

  async function openDialog(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Deliver…' }).click();
  }

  it('gives the change of a run that somebody began to the forge, with the message as it was changed', async () => {
    const { client } = office.service;
    const { body: run } = await client.post<Run>('/api/submit', {
      brief: 'Use write_file {"path": "mine.txt", "content": "mine"} and tell me',
      pipelineId: 'code-change',
    });
    const read = async () => (await client.get<RunDetail>(`/api/runs/${run.id}`)).body;
    await until(async () => (await read()).endedAt !== null);
    const page = await browser.open(`${office.url}/#/runs/${run.id}`);
    await openDialog(page);
    const dialog = page.getByRole('dialog', { name: 'Deliver the change' });
    await dialog.getByRole('radio', { name: /^A pull request/ }).check();
    await dialog.getByText('pushed to acme/widgets').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Branch' }).count()).toBe(0);
    expect(await allFindings(page)).toEqual([]);
    await dialog
      .getByRole('textbox', { name: 'Message' })
      .fill('Keep what is mine\n\nNobody else did.');
    await dialog.getByRole('button', { name: 'Deliver', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const origin = page.getByRole('navigation', { name: 'Where it came from and went to' });
    await origin.getByRole('link', { name: /^pull request #\d+$/ }).waitFor();
    expect(await allFindings(page)).toEqual([]);
    const request = [...forge.world.requests.values()].at(-1);
    const { branch = '' } = request ?? {};
    expect((await read()).changes).toMatchObject([{ kind: 'request', branch }]);
    await page.getByText(new RegExp(`^given to the forge as ${branch} by somebody on `)).waitFor();
    const next = { brief: 'And then?', continues: run.id, pipelineId: 'quick-answer' };
    const { body: later } = await client.post<Run>('/api/submit', next);
    await page.goto(`${office.url}/#/runs/${later.id}`);
    await page.getByRole('heading', { level: 1, name: 'And then?' }).waitFor();
    await origin.getByRole('link', { name: /^pull request #\d+$/ }).waitFor();
    const said = forge.git.git('log', '--format=%B', `main..${branch}`);
    expect(said).toMatch(/^Keep what is mine\n\nNobody else did\.\n\nRun: run_/);
    await page.goto(`${office.url}/#/forges`);
    const row = page.getByRole('row', { name: /Keep what is mine/ });
    await row.getByText('request is open').waitFor();
    await page.goto(`${office.url}/#/runs/${run.id}`);
    await openDialog(page);
    const url = `${forge.url}/acme/widgets/pull/${request?.number}`;
    await dialog
      .getByText(`The change is not delivered: it has the request ${url} already.`)
      .waitFor();
    const again = dialog.getByRole('radio', { name: /^A pull request/ });
    expect([await again.isDisabled(), await again.isChecked()]).toEqual([true, false]);
    expect(await dialog.getByRole('radio', { name: /^A branch/ }).isEnabled()).toBe(true);
  });

  it('keeps a begun change of its bounds, and says that they were changed since', async () => {
    const page = await browser.open(`${office.url}/#/forges`);
    const card = page.getByRole('article', { name: 'acme/widgets' });
    await card.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mention').fill('@someone');
    await escape(page);
    const [connected] = (await office.service.client.get<readonly Forge[]>('/forges')).body;
    await office.service.client.patch(`/forges/${connected?.id}`, { perDay: 7 });
    await page.reload();
    await card.getByRole('button', { name: 'Change' }).click();
    await dialog.getByText(/^It was changed elsewhere since you began\./).waitFor();
    expect(await dialog.getByLabel('Mention').inputValue()).toBe('@someone');
    expect(await dialog.getByLabel('Issues a day').inputValue()).toBe('7');
    await dialog.getByRole('button', { name: 'Discard what was typed' }).click();
    await card.getByRole('button', { name: 'Change' }).click();
    expect(await dialog.getByLabel('Mention').inputValue()).toBe('');
    expect(await dialog.getByText(/^It was changed elsewhere/).count()).toBe(0);
  });

  it('pauses it by a click, changes its bounds, and removes it', async () => {
    const page = await browser.open(`${office.url}/#/forges`);
    const card = page.getByRole('article', { name: 'acme/widgets' });
    await card.getByRole('button', { name: 'Pause' }).click();
    await card.getByText('paused', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Resume' }).click();
    await card.getByRole('button', { name: 'Pause' }).waitFor();
    await card.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    expect(await allFindings(page)).toEqual([]);
    await dialog.getByLabel('Mention').fill('@office');
    await dialog.getByLabel('Ceiling of an issue').fill('2,50');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText('the label “office” or a mention of @office').waitFor();
    await card.getByText('$2.5 for an issue').waitFor();
    await card.getByText('What its token may do').click();
    await card.getByText('may push').waitFor();
    await card.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Disconnect it' }).click();
    await page.getByText('No repository is connected').waitFor();
  });

  it('says what the forge refuses, and keeps what was typed', async () => {
    browser.expectFault('400');
    const page = await browser.open(`${office.url}/#/forges`);
    await page.getByRole('button', { name: 'Connect a repository' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Repository', { exact: true }).fill(`${forge.url}/acme/widgets`);
    await dialog.getByLabel('Token').fill('ghp_wrong');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('does not accept the token.').waitFor();
    expect(await dialog.getByLabel('Token').inputValue()).toBe('ghp_wrong');
  });
});

function requestOf({ world }: GithubSimulator): WorldRequest {
  const [request] = world.requests.values();
  if (request === undefined) throw new Error('There is no request.');
  return request;
}
