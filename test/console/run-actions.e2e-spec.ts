import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { ChangeActions } from '#protocol/records/change-review.js';
import { callsTools, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('what can be done with a run in the console', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  const workspace = () => `${office.directory}/repository`;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=U', '-c', 'user.email=u@example.com', ...args], {
      cwd: workspace(),
      encoding: 'utf8',
    }).trim();

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './repository',
      PATH: process.env.PATH,
    });
    pipelineId = offerPipeline(
      office,
      { name: 'Build it', kind: 'build', roleIds: ['backend-dev-1'] },
      { name: 'Report it', kind: 'report' },
    );
  });
  beforeEach(async () => {
    await rm(workspace(), { recursive: true, force: true });
    await mkdir(workspace(), { recursive: true });
    await writeFile(`${workspace()}/a.txt`, 'one\n');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'first');
    socket = await office.client.connect();
    const twice = ['run_shell', { command: 'echo two >> a.txt' }] as const;
    const builds = callsTools(twice, twice);
    provider.respondWith((request) =>
      JSON.stringify(request.body).includes('Stage: **Build it**')
        ? builds(request)
        : { text: ['All is well.'] },
    );
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  const open = (runId: string): Promise<Page> =>
    browser.open(`http://127.0.0.1:${office.port}/#/runs/${runId}`);

  /** A run that is over, with one file changed. */
  async function overRun(): Promise<string> {
    const { id } = await submit(office, { pipelineId });
    const { approval } = await socket.waitFor(
      'approval.requested',
      (event) => event.approval.runId === id,
    );
    socket.send({ type: 'approve', approvalId: approval.id, approved: true, scope: 'run' });
    const { status } = await finished(office, socket, id);
    expect(status).toBe('done');
    return id;
  }

  /** The run that the page shows now, which is another one. */
  async function nextRun(page: Page, before: string): Promise<string> {
    await page.waitForURL((url) => url.hash.includes('runs/run_') && !url.hash.includes(before));
    return /runs\/(run_\w+)/.exec(page.url())?.[1] ?? '';
  }

  it('is steered, allowed a command once for all, and shows the change and what was run', async () => {
    const { id } = await submit(office, { pipelineId });
    const page = await open(id);
    await page.getByText('(it was asked for)').waitFor();
    await page.getByLabel('Instruction', { exact: true }).fill('Write in British English.');
    await page.getByRole('button', { name: 'Give it' }).click();
    const given = page.getByRole('region', { name: 'Instructions' });
    await given.getByText('Write in British English.').waitFor();

    const dock = page.getByRole('region', { name: 'Approval needed' });
    await dock.getByRole('button', { name: 'Approve for this run' }).click();
    const run = await finished(office, socket, id);
    expect(run.approvals).toMatchObject([{ scope: 'run', status: 'approved' }]);
    expect(run.instructions).toMatchObject([{ text: 'Write in British English.' }]);
    expect(await readFile(`${workspace()}/a.txt`, 'utf8')).toBe('one\ntwo\ntwo\n');

    await page.getByText('done', { exact: true }).first().waitFor();
    await given.getByText(/, seen by [A-Z]/).waitFor();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.locator('.diff-line.added', { hasText: '+two' }).first().waitFor();
    await page.getByRole('tab', { name: /Approvals/ }).click();
    await page.getByText('for the rest of the run').waitFor();
    await page.getByRole('tab', { name: 'Report' }).click();
    const evidence = page.getByRole('region', { name: 'Commands that were run' });
    await evidence.getByText('echo two >> a.txt').first().waitFor();
    expect(await evidence.getByText('succeeded').count()).toBe(2);
    // Nothing was.
    expect(run.cachedShare).toBe(0);
    expect(await page.getByText(/of all input was read from caches/).count()).toBe(0);
  });

  it('is tried again from a stage, and continued, with links between the runs', async () => {
    const first = await overRun();
    const page = await open(first);
    await page.getByRole('tab', { name: /Turns/ }).click();
    await page.getByRole('button', { name: 'Again from here: Report it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    const second = await nextRun(page, first);
    const retry = await finished(office, socket, second);
    expect(retry).toMatchObject({ retryOf: first, status: 'done', approvals: [], onPage: true });
    await page.getByText(/, on the page$/).waitFor();
    const around = page.getByRole('region', { name: 'Runs around this one' });
    await around.getByText('Tries again').waitFor();

    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('What next?').fill('Now translate it.');
    await page.getByRole('button', { name: 'Hand it in' }).click();
    const third = await nextRun(page, second);
    await around.getByText('Goes on from').waitFor();
    await around.getByRole('link').click();
    await around.getByText('Continued by').waitFor();
    const { body } = await office.client.get(`/api/runs/${third}`);
    expect(body).toMatchObject({ continues: second });
    socket.send({ type: 'cancel', runId: third });
    await finished(office, socket, third);
  });

  it('is cancelled while it waits for a person', async () => {
    const { id } = await submit(office, { pipelineId });
    const page = await open(id);
    await page.getByRole('region', { name: 'Approval needed' }).waitFor();
    await page.reload();
    // The turn is not settled yet: it is known from its events only.
    await page.locator('.turn').first().waitFor();
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByText('cancelled', { exact: true }).first().waitFor();
    expect(await finished(office, socket, id)).toMatchObject({ status: 'cancelled' });
  });

  it('is put on a branch after a person has agreed, and undone from a turn on', async () => {
    const id = await overRun();
    const page = await open(id);
    const other = await submit(office, { pipelineId });
    // What was asked for here takes the place of what others ask.
    await page
      .getByRole('region', { name: 'Approval needed' })
      .getByText('Someone waits')
      .waitFor();
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    const { body: before } = await office.client.get<ChangeActions>(`/runs/${id}/changes/actions`);
    git('branch', before.branch);
    await page.getByRole('menuitem', { name: 'Deliver…' }).click();
    const branch = page.getByRole('textbox', { name: 'Branch' });
    await branch.waitFor();
    expect(await branch.inputValue()).toBe(`${before.branch}-2`);
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Two\n\nBecause one is few.');
    await branch.fill('office/..two');
    const deliver = page.getByRole('button', { name: 'Deliver', exact: true });
    await deliver.click();
    await page.locator('.toast.error').waitFor();
    // What was refused can be mended.
    expect(await message.inputValue()).toBe('Two\n\nBecause one is few.');
    await branch.fill('office/two');
    await deliver.click();
    const dock = page.getByRole('region', { name: 'Approval needed' });
    const delivery = dock.getByText(/^The delivery asks to run a command: git branch office\/two/);
    await delivery.first().waitFor();
    // No turn waits for it, and there is no turn to see.
    await page.getByRole('tab', { name: /Turns/ }).click();
    await page.getByRole('article').getByText('done', { exact: true }).first().waitFor();
    expect(await page.getByRole('article').getByText('Waits for your answer').count()).toBe(0);
    await dock.getByRole('link', { name: 'See the change' }).click();
    await page.getByRole('tab', { name: 'Change', selected: true }).waitFor();
    await dock.getByRole('button', { name: /^Refuse/ }).click();
    await delivery.first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Deliver…' }).click();
    await message.waitFor();
    expect(await message.inputValue()).toBe('Two\n\nBecause one is few.');
    expect(await branch.inputValue()).toBe('office/two');
    await deliver.click();
    await delivery.first().waitFor();
    expect(await dock.getByRole('button', { name: 'Approve for this run' }).count()).toBe(0);
    await dock.getByRole('button', { name: /Approve once/ }).click();
    await page.getByText(/was delivered: branch office\/two, 1 commit/).waitFor();
    socket.send({ type: 'cancel', runId: other.id });
    await finished(office, socket, other.id);
    expect(git('show', 'office/two:a.txt')).toBe('one\ntwo\ntwo');
    expect(git('log', '-1', '--format=%B', 'office/two')).toMatch(/^Two\n\nBecause one is few\./);
    await page.getByRole('link', { name: /^on branch office\/two, put there by/ }).click();
    const became = page.getByRole('region', { name: 'What became of the change' });
    await became.getByText(/^on branch office\/two, put there by/).waitFor();
    const list = await browser.open(`http://127.0.0.1:${office.port}/#/runs`);
    const rows = list.getByRole('region', { name: 'List of runs' }).getByRole('link');
    await rows.getByText(/on branch office\/two, put there by \w+ on /).waitFor();

    await page.getByRole('tab', { name: /Turns/ }).click();
    const asked = page.getByRole('dialog', { name: 'Undo from this turn on?' });
    await writeFile(`${workspace()}/a.txt`, 'by hand\n');
    await page.getByRole('button', { name: 'Undo from this turn on' }).click();
    await asked.getByText(/would be lost in a\.txt/).waitFor();
    expect(await asked.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0);
    await writeFile(`${workspace()}/a.txt`, 'one\ntwo\ntwo\n');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page.keyboard.press('i');
    await asked.getByRole('button', { name: /a\.txt/ }).waitFor();
    await asked.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await page.getByText(/was undone: 1 file/).waitFor();
    expect(await readFile(`${workspace()}/a.txt`, 'utf8')).toBe('one\n');
    await rows.getByText(/undone by \w+ on /).waitFor();
    // What is undone cannot be undone again.
    await page
      .getByRole('button', { name: 'Undo from this turn on' })
      .waitFor({ state: 'detached' });
  });

  it('is merged from its worktree, or discarded with it', async () => {
    await office.client.put('/api/workspaces/default', { isolation: 'worktree' });
    const choose = async (page: Page, entry: string, action: string) => {
      await page.getByRole('button', { name: 'What to do with the change' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
    };
    await writeFile(`${workspace()}/a.txt`, 'one\nnot committed\n');
    const merged = await open(await overRun());
    await merged.getByRole('button', { name: 'What to do with the change' }).click();
    await merged.getByRole('menuitem', { name: 'Deliver…' }).click();
    // No branch is possible, but that does not make the folder the choice.
    const folder = merged.getByRole('radio', { name: /^Into the folder/ });
    await folder.waitFor();
    expect(await merged.getByRole('radio', { name: /^A branch/ }).isDisabled()).toBe(true);
    expect(await merged.getByRole('radio', { name: /^A patch/ }).isChecked()).toBe(true);
    await folder.check();
    await merged.getByRole('button', { name: 'Deliver', exact: true }).click();
    await merged
      .getByText(/was delivered: 1 file/)
      .first()
      .waitFor();
    const mergedText = 'one\nnot committed\ntwo\ntwo\n';
    expect(await readFile(`${workspace()}/a.txt`, 'utf8')).toBe(mergedText);
    await merged.getByText('removed', { exact: true }).waitFor();
    await merged
      .getByRole('button', { name: 'What to do with the change' })
      .waitFor({ state: 'detached' });
    const discarded = await open(await overRun());
    await choose(discarded, 'Discard the worktree', 'Discard');
    await discarded.getByText('The worktree is discarded.').first().waitFor();
    expect(await readFile(`${workspace()}/a.txt`, 'utf8')).toBe(mergedText);
    await office.client.put('/api/workspaces/default', { isolation: 'place' });
  });

  it('is undone as a whole, and says so when the files have changed since', async () => {
    const id = await overRun();
    const page = await open(id);
    const undo = async () => {
      await page.getByRole('button', { name: 'What to do with the change' }).click();
      await page.getByRole('menuitem', { name: 'Undo the change' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
    };
    await writeFile(`${workspace()}/a.txt`, 'by hand\n');
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Undo the change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/would be lost in a\.txt/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0);
    expect(await readFile(`${workspace()}/a.txt`, 'utf8')).toBe('by hand\n');

    await writeFile(`${workspace()}/a.txt`, 'one\ntwo\ntwo\n');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await undo();
    await page.getByText(/was undone: 1 file/).waitFor();
    expect(await readFile(`${workspace()}/a.txt`, 'utf8')).toBe('one\n');
    await page.getByRole('link', { name: /^undone by .* on / }).click();
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Deliver…' }).click();
    await dialog
      .getByText('This change is undone in the folder; what is delivered is the change as it was.')
      .waitFor();
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Make the change again' }).click();
    await dialog.getByRole('button', { name: 'Make it again' }).click();
    await page.getByRole('link', { name: /^made again by .* on / }).waitFor();
    await page.getByText(/^undone by \w+ on .*, and made again since$/).waitFor();
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    const row = page.getByRole('region', { name: 'List of runs' }).getByRole('link').first();
    await row.getByText(/made again by somebody on /).waitFor();
    expect(await readFile(`${workspace()}/a.txt`, 'utf8')).toBe('one\ntwo\ntwo\n');
  });

  it('is handed in with every stage, those on demand too', async () => {
    provider.respondWith(() => ({ text: ['All is well.'] }));
    const page = await browser.open(`http://127.0.0.1:${office.port}`);
    const composer = page.getByRole('region', { name: 'New brief' });
    await composer.getByLabel('Give the office a brief').fill('Tell me all.');
    await composer.getByText('Pipeline and ceiling').click();
    await composer.getByText('Work on every stage, those on demand too').click();
    await composer.getByRole('button', { name: 'Hand it in' }).click();
    const { run } = await socket.waitFor('run.updated', (event) => event.run.full === true);
    socket.send({ type: 'cancel', runId: run.id });
    expect(run.brief).toBe('Tell me all.');
  });
});
