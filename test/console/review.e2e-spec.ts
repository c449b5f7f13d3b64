import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { RunComment } from '../../src/protocol/records/change-review.js';
import type { Run } from '../../src/protocol/records/work.js';
import { callsTools, carryOut, finished, offerPipeline } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('the review of a change', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './work',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
  });
  beforeEach(async () => {
    pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    await rm(`${office.directory}/work`, { recursive: true, force: true });
    await mkdir(`${office.directory}/work/src`, { recursive: true });
    const lines = Array.from({ length: 60 }, (_, index) => `const line${index + 1} = "old";`);
    await writeFile(`${office.directory}/work/src/a.ts`, `${lines.join('\n')}\n`);
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  const change = 'sed -i "30s/old/new/" src/a.ts; echo "# Title" > notes.md';

  async function run(command = change): Promise<string> {
    provider.respondWith(callsTools(['run_shell', { command }]));
    return (await carryOut(office, socket, { pipelineId })).id;
  }

  async function open(id: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs/${id}`, options);
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.locator('.diff-code mark').first().waitFor();
    return page;
  }

  const comments = async (id: string) =>
    (await office.client.get<readonly RunComment[]>(`/runs/${id}/comments`)).body;
  const lineNo = (page: Page, line: number) =>
    page.getByRole('button', { name: `Comment on line ${line} of src/a.ts` });

  it('shows words, colours and lines around, one below the other or side by side', async () => {
    const id = await run();
    const page = await open(id);
    expect(await page.locator('.diff-code mark').allTextContents()).toEqual(['old', 'new']);
    await page.locator('.diff-code .hljs-keyword').first().waitFor();
    await page.getByRole('button', { name: /^Show what follows of src\/a\.ts/ }).click();
    await lineNo(page, 34).waitFor();
    await page.getByRole('button', { name: /Show 26 lines of src\/a\.ts from line 1/ }).click();
    await lineNo(page, 2).waitFor();
    expect(await page.locator('.diff-pair').count()).toBe(0);
    await page.getByRole('button', { name: /^One below the other/ }).click();
    await page.getByRole('option', { name: 'Side by side' }).click();
    await page.locator('.diff-pair').first().waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.locator('.diff-pair').first().waitFor();
  });

  it('has lines side by side only where both sides can be read, and keeps the choice', async () => {
    const wide = { width: 1280, height: 720 };
    const page = await open(await run(), { viewport: wide });
    const switchTo = (name: RegExp) => page.getByRole('button', { name });
    await switchTo(/^One below the other/).click();
    await page.getByRole('option', { name: 'Side by side' }).click();
    await page.locator('.diff-pair').first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('Side by side needs a wider window.').waitFor();
    await page.locator('.diff-pair').first().waitFor({ state: 'detached' });
    expect(await switchTo(/^One below the other/).isDisabled()).toBe(true);
    await page.getByRole('tab', { name: 'Change' }).focus();
    await page.keyboard.press('w');
    await page.getByText(/the window is too narrow for lines side by side/).waitFor();
    await page.reload();
    await page.locator('.diff-code mark').first().waitFor();
    expect(await page.locator('.diff-pair').count()).toBe(0);
    await page.setViewportSize(wide);
    await page.locator('.diff-pair').first().waitFor();
    expect(await switchTo(/^Side by side/).isEnabled()).toBe(true);
    expect(await page.getByText('Side by side needs a wider window.').count()).toBe(0);
  });

  it('has the width of the page, and the name of the file in view at its top', async () => {
    const viewport = { width: 1280, height: 720 };
    const page = await open(await run(), { viewport });
    const lines = page.getByRole('region', { name: 'Lines of the change' });
    await page.getByRole('button', { name: /Show 26 lines of src\/a\.ts from line 1/ }).click();
    await lineNo(page, 2).waitFor();
    await lineNo(page, 20).scrollIntoViewIfNeeded();
    await lines.evaluate((region) => {
      (region as unknown as { scrollTop: number }).scrollTop += 120;
    });
    const name = lines.getByRole('button', { name: 'Fold src/a.ts' });
    await until(async () => {
      const [top = 0, at = 0] = [(await lines.boundingBox())?.y, (await name.boundingBox())?.y];
      return at - top >= 0 && at - top < 20;
    });
    const { x = 0, width = 0 } = (await lines.boundingBox()) ?? {};
    expect(x + width).toBeGreaterThan(viewport.width - 40);
  });

  it('begins at the top of the page, which then has room for its lines', async () => {
    const id = await run();
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs/${id}`, {
      viewport: { width: 1280, height: 720 },
    });
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.locator('.diff-code mark').first().waitFor();
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
    await until(async () => (await top('.run-grid [role=tablist]')) - (await top('#main')) < 20);
  });

  it('marks the file that is read, and unmarks it by the same key', async () => {
    const id = await run(
      'for i in 1 2 3 4 5 6 7 8; do seq 30 > file$i.txt; done; echo x >> src/a.ts',
    );
    socket.send({
      type: 'commentOnChange',
      runId: id,
      comments: [{ path: 'file3.txt', side: 'new', line: 2, text: 'Why two?' }],
      keep: true,
    });
    const page = await browser.open(`http://127.0.0.1:${office.port}/#/runs/${id}`);
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByRole('region', { name: 'Comments' }).getByText('Why two?').waitFor();
    const lines = page.getByRole('region', { name: 'Lines of the change' });
    await page.keyboard.press('n');
    await page.locator('.review-row:focus').getByText('Why two?').waitFor();
    await page.keyboard.press('m');
    await page.getByText('1 of 9 files viewed').waitFor();
    await lines
      .locator('.review-row:focus')
      .getByRole('button', { name: 'Unfold file3.txt' })
      .waitFor();
    await page.keyboard.press('m');
    await page.getByText('0 of 9 files viewed').waitFor();
    // A few pixels of the file before are still there, below the heading.
    const heading = lines.locator('.review-row', {
      has: page.getByRole('button', { name: 'Fold file5.txt' }),
    });
    await page.getByRole('button', { name: 'Go to file5.txt' }).click();
    await page.locator('.stays').getByRole('button', { name: 'Fold file5.txt' }).waitFor();
    await lines.evaluate((region) => {
      (region as unknown as { scrollTop: number }).scrollTop -= 4;
    });
    await until(async () => (await heading.getAttribute('class'))?.includes('stays') === true);
    await page.locator('.stays').getByRole('button', { name: 'Fold file5.txt' }).waitFor();
    const current = page.locator('.file-tree [aria-current=true]');
    expect(await current.getAttribute('aria-label')).toBe('Go to file5.txt');
    await page.keyboard.press('Escape');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('m');
    await page.getByRole('checkbox', { name: 'Viewed file5.txt', checked: true }).first().waitFor();
  });

  it('is gone through by keys alone, from file to file and from comment to comment', async () => {
    const id = await run();
    socket.send({
      type: 'commentOnChange',
      runId: id,
      comments: [{ path: 'src/a.ts', side: 'new', line: 30, text: 'Why new?' }],
      keep: true,
    });
    const page = await open(id);
    await page.getByRole('region', { name: 'Comments' }).getByText('Why new?').waitFor();
    const at = (path: string) => page.locator(`.review-row[data-path="${path}"]:focus`);
    await page.keyboard.press('j');
    const first = page.locator('.review-row:focus');
    await first.waitFor();
    const one = await first.getAttribute('data-path');
    const other = one === 'notes.md' ? 'src/a.ts' : 'notes.md';
    await page.keyboard.press('j');
    await at(other).waitFor();
    await page.keyboard.press('k');
    await at(one ?? '').waitFor();
    await page.keyboard.press('n');
    await at('src/a.ts').getByText('Why new?').waitFor();
    await page.keyboard.press('m');
    await page.getByText('1 of 2 files viewed').waitFor();
    // The comment of the folded file.
    await page.keyboard.press('p');
    await at('src/a.ts').getByText('Why new?').waitFor();
    await page.keyboard.press('w');
    await page.locator('.diff-pair').first().waitFor();
    await page.keyboard.press('w');
    await page.locator('.diff-pair').first().waitFor({ state: 'detached' });
    await page.keyboard.press('l');
    await page.locator('button.line-no:focus').waitFor();
    provider.respondWith(callsTools(['run_shell', { command: 'true' }]));
    await page.keyboard.press('s');
    await page.waitForURL((url) => !url.hash.includes(id));
    // It would take what the model answers to the next test.
    await finished(office, socket, new URL(page.url()).hash.split(/[/?]/)[2] ?? '');
  });

  it('takes comments by keyboard alone, keeps them, and sends them to the office', async () => {
    const id = await run();
    const page = await open(id);
    const region = page.getByRole('region', { name: 'Lines of the change' });
    await region.focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate<string | null>('document.activeElement.ariaLabel');
    await until(async () => (await focused())?.startsWith('Comment on line') === true);
    await until(async () => {
      if ((await focused()) === 'Comment on line 30 of src/a.ts') return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Comment on line 30 of src/a.ts' }).waitFor();
    await page.keyboard.type('Why new?');
    await page.keyboard.press('Tab');
    await page.keyboard.type('28');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const kept = page.getByRole('region', { name: 'Comments' });
    await kept.getByText('Why new?').waitFor();
    expect(await comments(id)).toMatchObject([{ line: 30, fromLine: 28, text: 'Why new?' }]);

    await page.reload();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Change the comment on src/a.ts' }).click();
    const field = page.getByRole('textbox', { name: /^Comment on lines 28 to 30/ });
    await field.fill('Why is it new?');
    await field.press('Control+Enter');
    await kept.getByText('Why is it new?').waitFor();
    provider.respondWith(() => ({ text: ['Mended.'] }));
    const made = socket.waitFor('run.created', ({ run: { continues } }) => continues === id);
    const send = page.getByRole('button', { name: 'Send 1 comment to the office' });
    // From the line of the comment, too.
    await page.evaluate(`document.getElementById('main').scrollTop = 1e6`);
    expect((await send.boundingBox())?.y).toBeGreaterThan(0);
    await send.focus();
    await page.keyboard.press('Enter');
    const { run: next } = await made;
    expect(next.brief).toContain('- lines 28 to 30: Why is it new?');
    await page.waitForURL(new RegExp(next.id));
    expect((await comments(id))[0]?.sent).toMatchObject({ as: 'continued', runId: next.id });
    await socket.waitFor('run.updated', ({ run: each }) => isDone(each, next.id));
  });

  it('marks files as viewed, and folds them then and after a reload', async () => {
    const id = await run();
    const page = await open(id);
    const viewed = page.getByRole('checkbox', { name: 'Viewed src/a.ts' }).first();
    await viewed.check({ force: true });
    await page.getByText('1 of 2 files viewed').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.getByText('1 of 2 files viewed').waitFor();
    await lineNo(page, 30).waitFor({ state: 'detached' });
  });

  const looks = [
    ['a phone', { viewport: { width: 390, height: 844 } }],
    ['a tablet', { viewport: { width: 900, height: 1000 } }],
    ['a desk', { viewport: { width: 1600, height: 1000 } }],
  ] as const;

  it.each(looks)('has no finding of axe on %s, light and dark', async (_name, size) => {
    const id = await run();
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(id, { ...size, colorScheme });
      await page.locator('.diff-code .hljs-keyword').first().waitFor();
      await lineNo(page, 30).click();
      await page.getByRole('textbox', { name: /^Comment on line 30/ }).waitFor();
      expect(await allFindings(page)).toEqual([]);
      const wide = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect(wide).toBe(0);
      await page.getByRole('button', { name: 'What to do with the change' }).click();
      await page.getByRole('menuitem', { name: 'Deliver…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('belongs to no git repository with a commit').waitFor();
      expect(await dialog.getByRole('radio', { name: /^A branch/ }).isDisabled()).toBe(true);
      expect(await allFindings(page)).toEqual([]);
      await page.close();
    }
  });
});

function isDone({ id, status }: Run, wanted: string): boolean {
  return id === wanted && status === 'done';
}
