import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { SnapshotsService } from '../../src/runs/changes/snapshots.service.js';
import { callsTools, offerPipeline, toolResultsIn } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('the change of a run in the console', () => {
  const browser = testBrowser();
  const token = 's3cret';
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  const workspace = () => `${office.directory}/work`;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_API_TOKEN: token,
      OFFICE_WORKSPACE: './work',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect({ headers: { authorization: `Bearer ${token}` } });
  });
  beforeEach(async () => {
    pipelineId = offerPipeline(
      office,
      { name: 'Build it', kind: 'build', roleIds: ['backend-dev-1'] },
      { name: 'Mend it', kind: 'build', roleIds: ['frontend-dev-1'] },
    );
    await rm(workspace(), { recursive: true, force: true });
    await mkdir(workspace(), { recursive: true });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  const known = new Set<string>();

  /** Two turns of shell commands; the second begins once it may. */
  async function begin(first: string, second: string, mayGoOn = Promise.resolve()) {
    provider.respondWith(async (request) => {
      const isSecond = JSON.stringify(request.body).includes('Stage: **Mend it**');
      if (isSecond && toolResultsIn(request).length === 0) await mayGoOn;
      return callsTools(['run_shell', { command: isSecond ? second : first }])(request);
    });
    socket.send({ type: 'submit', brief: 'Build it', pipelineId });
    const { run } = await socket.waitFor('run.created', ({ run: { id } }) => !known.has(id));
    known.add(run.id);
    return run.id;
  }

  const ended = (id: string) =>
    socket.waitFor('run.updated', ({ run }) => run.id === id && run.status === 'done');

  async function run(first: string, second = 'true'): Promise<string> {
    const id = await begin(first, second);
    await ended(id);
    return id;
  }

  /** The office wants a token, which the page asks for. */
  async function open(place: string): Promise<Page> {
    browser.expectFault('403');
    browser.expectFault('WebSocket');
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs/${place}`);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Open the office' }).click();
    return page;
  }

  async function openChange(id: string): Promise<Page> {
    const page = await open(id);
    await page.getByRole('tab', { name: 'Change' }).click();
    return page;
  }

  const linesOf = (page: Page, path: string) => page.locator(`.review-row[data-path="${path}"]`);
  const line = (page: Page, path: string, text: string) =>
    linesOf(page, path).locator('.diff-code', { hasText: text }).first();

  it('is a tree, and the patches of the files that are unfolded, loaded as they are seen', async () => {
    await writeFile(`${workspace()}/f03`, 'old\n');
    await writeFile(`${workspace()}/gone`, 'x\n');
    const id = await run(
      'for i in $(seq -w 12); do echo first > f$i; done; rm gone; printf "\\0" > picture',
      'echo second >> f01; rm f02',
    );
    const asked: string[] = [];
    const page = await openChange(id);
    page.on('request', (request) => asked.push(request.url()));
    await page.getByText('13 files changed').waitFor();
    await line(page, 'f01', '+second').waitFor();
    await line(page, 'f03', '−old').waitFor();
    await page
      .getByRole('region', { name: /in the end as before/ })
      .getByText('f02')
      .waitFor();
    await page.getByRole('button', { name: 'Go to gone' }).click();
    await linesOf(page, 'gone').getByText('deleted').waitFor();
    await line(page, 'gone', '−x').waitFor();
    await page.getByRole('button', { name: 'Go to f12' }).click();
    await line(page, 'f12', '+first').waitFor();
    expect(asked.filter((url) => url.endsWith(`/runs/${id}/changes.patch?path=f12`))).toHaveLength(
      1,
    );
  });

  function git(...args: string[]): string {
    const named = ['-c', 'user.name=U', '-c', 'user.email=u@example.com'];
    return execFileSync('git', [...named, ...args], { cwd: workspace(), encoding: 'utf8' });
  }

  function makeRepository(): void {
    git('init', '-q');
    git('commit', '-qm', 'first', '--allow-empty');
  }

  const subjectsOn = (branch: string) =>
    git('log', '--reverse', '--format=%s', `HEAD..${branch}`).trim().split('\n');

  it('is delivered as one commit, or as one for each of several turns', async () => {
    makeRepository();
    const openDialog = async (id: string): Promise<Page> => {
      const page = await open(id);
      await page.getByRole('button', { name: 'What to do with the change' }).click();
      await page.getByRole('menuitem', { name: 'Deliver…' }).click();
      await page.getByRole('textbox', { name: 'Message' }).waitFor();
      return page;
    };
    const deliver = async (page: Page): Promise<string> => {
      const branch = await page.getByRole('textbox', { name: 'Branch' }).inputValue();
      await page.getByRole('button', { name: 'Deliver', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      return branch;
    };
    const commitsOn = (page: Page) => page.getByRole('group', { name: 'Commits' });
    const one = await openDialog(await run('echo first > f'));
    expect(await commitsOn(one).count()).toBe(0);
    expect(subjectsOn(await deliver(one))).toEqual(['Build it']);
    const id = await run('echo first > g', 'echo second > g');
    const page = await openDialog(id);
    const commits = commitsOn(page);
    await commits.getByRole('radio', { name: 'One for each turn: 2 commits' }).check();
    await page.getByRole('textbox', { name: 'Message' }).waitFor({ state: 'detached' });
    await page.getByText(/^Their messages are the employees’ own: .* Choose “One”/).waitFor();
    const shown = await page.getByRole('dialog').getByRole('listitem').allTextContents();
    expect(shown).toEqual([
      expect.stringMatching(/^\w+ \w+: Build it$/),
      expect.stringMatching(/^\w+ \w+: Build it \(2\)$/),
    ]);
    const branch = await deliver(page);
    expect(subjectsOn(branch)).toEqual(['Build it', 'Build it (2)']);
    const bodies = git('log', '--format=%B', `HEAD..${branch}`);
    expect(bodies.match(new RegExp(`^Run: ${id}\nTurn: turn_\\w+$`, 'gm'))).toHaveLength(2);
    const [first, last] = [`${branch}~1:g`, `${branch}:g`].map((file) => git('show', file));
    expect([first, last]).toEqual(['first\n', 'second\n']);
  });

  it('is delivered by keys alone, with the branch and the message that were typed', async () => {
    makeRepository();
    const id = await run('echo first > g', 'echo second > g');
    const page = await open(id);
    await page.getByRole('button', { name: 'What to do with the change' }).waitFor();
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('r', 'd');
    const dialog = page.getByRole('dialog', { name: 'Deliver the change' });
    const isFocused = async (part: Locator) =>
      (await part.and(page.locator(':focus')).count()) === 1;
    const tabTo = async (part: Locator): Promise<void> => {
      await part.waitFor();
      for (let tabs = 0; tabs < 12 && !(await isFocused(part)); tabs += 1) await press('Tab');
      expect(await isFocused(part)).toBe(true);
    };
    const radio = (name: RegExp) => dialog.getByRole('radio', { name });
    await tabTo(radio(/^A branch/));
    await press('ArrowUp');
    expect(await radio(/^A patch/).isChecked()).toBe(true);
    await press('ArrowDown');
    expect(await radio(/^A branch/).isChecked()).toBe(true);
    await tabTo(dialog.getByRole('textbox', { name: 'Branch' }));
    await press('Control+a');
    await page.keyboard.type('office/by-keys');
    await tabTo(radio(/^One, with this message/));
    await tabTo(dialog.getByRole('textbox', { name: 'Message' }));
    await press('Control+a');
    await page.keyboard.type('Second at last');
    await press('Enter', 'Enter');
    await page.keyboard.type('No hand left the keys.');
    await tabTo(dialog.getByRole('button', { name: 'Deliver', exact: true }));
    await press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(subjectsOn('office/by-keys')).toEqual(['Second at last']);
    const said = git('log', '-1', '--format=%B', 'office/by-keys');
    expect(said).toMatch(new RegExp(`^Second at last\n\nNo hand left the keys\\.\n\nRun: ${id}\n`));
    expect(git('show', 'office/by-keys:g')).toBe('second\n');
  });

  it('is opened at the file that a link leads to, among many, of which few are in the page', async () => {
    const id = await run('for i in $(seq -w 2000); do echo $i > f$i; done');
    const page = await open(`${id}?file=f1399`);
    await line(page, 'f1399', '+1399').waitFor();
    await until(async () => {
      const { y = -1 } = (await line(page, 'f1399', '+1399').boundingBox()) ?? {};
      return y >= 0 && y < (page.viewportSize()?.height ?? 0);
    });
    expect(await page.locator('.review-row').count()).toBeLessThan(120);
    expect(await page.locator('.file-tree li').count()).toBeLessThan(80);
  });

  it('has a large patch in pages', async () => {
    const id = await run('seq 1 30000 > numbers');
    const page = await openChange(id);
    await line(page, 'numbers', '+1').waitFor();
    const region = page.getByRole('region', { name: 'Lines of the change' });
    const more = page.getByRole('button', { name: 'Show more of numbers' });
    const last = linesOf(page, 'numbers').getByText('+30000', { exact: true });
    await region.focus();
    await until(async () => {
      await page.keyboard.press('End');
      if ((await more.count()) > 0) await more.click({ timeout: 2000 }).catch(() => undefined);
      return (await last.count()) > 0;
    });
    expect(await page.locator('.review-row').count()).toBeLessThan(200);
  });

  it('follows a run at work, turn by turn', async () => {
    const go = Promise.withResolvers<void>();
    const id = await begin('echo one > a.txt', 'echo two >> a.txt; echo b > b.txt', go.promise);
    await socket.waitFor('turn.finished', ({ turn }) => turn.runId === id);
    const page = await openChange(id);
    await page.getByText('1 file changed').waitFor();
    await line(page, 'a.txt', '+one').waitFor();
    go.resolve();
    await ended(id);
    await page.getByText('2 files changed').waitFor();
    await line(page, 'a.txt', '+two').waitFor();
    await line(page, 'b.txt', '+b').waitFor();
    expect(await line(page, 'a.txt', '+one').count()).toBe(1);
  });

  it('is shown since the last look on request, and marks of viewed files end with a change', async () => {
    const go = Promise.withResolvers<void>();
    const id = await begin('echo one > a.txt', 'echo two >> a.txt; echo b > b.txt', go.promise);
    await socket.waitFor('turn.finished', ({ turn }) => turn.runId === id);
    const page = await openChange(id);
    await line(page, 'a.txt', '+one').waitFor();
    await page.getByRole('checkbox', { name: 'Viewed a.txt' }).first().check({ force: true });
    await page.getByText('1 of 1 file viewed').waitFor();
    go.resolve();
    await ended(id);
    await page.getByText('0 of 2 files viewed').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByRole('button', { name: /^From the start of the run/ }).click();
    await page.getByRole('option', { name: 'Since the last look' }).click();
    await line(page, 'a.txt', ' one').waitFor();
    await line(page, 'a.txt', '+two').waitFor();
    expect(await linesOf(page, 'a.txt').locator('.diff-line.added').count()).toBe(1);
    await page.getByRole('tab', { name: 'Change' }).focus();
    await page.keyboard.press('b');
    await line(page, 'a.txt', '+one').waitFor();
    await page.keyboard.press('b');
    await line(page, 'a.txt', ' one').waitFor();
  });

  it('names what changed and is in no state', async () => {
    const snapshots = office.app.get(SnapshotsService, { strict: false });
    const { diff } = snapshots;
    snapshots.diff = async (...asked) => {
      const found = await diff.apply(snapshots, asked);
      return found && { ...found, unrecorded: ['.env', 'node_modules/'] };
    };
    const id = await run('echo one > a.txt').finally(() => (snapshots.diff = diff));
    const page = await openChange(id);
    const named = page.getByRole('region', { name: 'Changed, but not recorded:' });
    await named.getByText('node_modules/').waitFor();
    await named.getByText('.env').waitFor();
    await page.getByRole('tab', { name: /Turns/ }).click();
    await page.getByText('Changed, but not recorded: .env node_modules/').waitFor();
  });

  // The last one: the office has the states open that are removed.
  it('is that of turns, as records keep it, where states are not kept', async () => {
    const id = await run('echo one > a.txt');
    const states = `${office.directory}/data/snapshots`;
    for (const name of await readdir(states)) await rm(`${states}/${name}`, { recursive: true });
    browser.expectFault('400');
    const page = await openChange(id);
    await page.getByText('wrote files whose states are not recorded here').waitFor();
    await page.getByText('Turn by turn (1)').waitFor();
    await page.getByLabel('Change of a.txt').getByText('+one').waitFor();
  });
});
