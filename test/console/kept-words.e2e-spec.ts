import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import type { Run } from '../../src/protocol/records/work.js';
import {
  callsTools,
  finished,
  offerPipeline,
  submit,
  toolResultsIn,
} from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

/** Something that waits until the test lets it go on. */
interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

describeInBrowser('what is being written while a run works', () => {
  const browser = testBrowser();
  const names = ['Build it', 'Mend it', 'Undo it'] as const;
  const commands = {
    'Build it': 'sed -i "30s/old/new/" src/a.ts; echo "# Title" > notes.md',
    'Mend it': 'sed -i "31s/old/newer/" src/a.ts',
    'Undo it': 'sed -i "s/newer/old/;s/new/old/" src/a.ts',
  } as const;
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  let gates: Readonly<Record<(typeof names)[number], Gate>>;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './work',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    pipelineId = offerPipeline(
      office,
      ...names.map((name) => ({ name, kind: 'build', roleIds: ['backend-dev-1'] }) as const),
    );
  });
  beforeEach(async () => {
    const [first, second, third] = [gate(), gate(), gate()];
    gates = { 'Build it': first, 'Mend it': second, 'Undo it': third };
    provider.respondWith(async (request) => {
      const text = JSON.stringify(request.body);
      const name = names.find((each) => text.includes(`Stage: **${each}**`)) ?? 'Build it';
      if (toolResultsIn(request).length === 0) await gates[name].opened;
      return callsTools(['run_shell', { command: commands[name] }])(request);
    });
    await rm(`${office.directory}/work`, { recursive: true, force: true });
    await mkdir(`${office.directory}/work/src`, { recursive: true });
    const lines = Array.from({ length: 60 }, (_, index) => `const line${index + 1} = "old";`);
    await writeFile(`${office.directory}/work/src/a.ts`, `${lines.join('\n')}\n`);
  });
  // A run that a failed test has left at work.
  afterEach(() => openAll());
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  const open = (runId: string): Promise<Page> =>
    browser.open(`http://127.0.0.1:${office.port}/#/runs/${runId}`);
  const openAll = () => names.forEach((name) => gates[name].open());
  const lineNo = (page: Page, line: number) =>
    page.getByRole('button', { name: `Comment on line ${line} of src/a.ts` });
  const isFocused = async (field: Locator) =>
    (await field.and(field.page().locator(':focus')).count()) === 1;

  it('is kept in a comment while its file changes, and when its page, lines or file are gone', async () => {
    gates['Build it'].open();
    const { id } = await submit(office, { pipelineId });
    const page = await open(id);
    await page.getByRole('tab', { name: 'Change' }).click();
    await lineNo(page, 30).click();
    const field = page.getByRole('textbox', { name: /^Comment on lines? .* of src\/a\.ts/ });
    await field.fill('Why new?');
    await page.getByLabel('From line (to 30)').fill('28');
    await field.focus();

    gates['Mend it'].open();
    await page.locator('.diff-line.added', { hasText: 'newer' }).waitFor();
    expect(await field.inputValue()).toBe('Why new?');
    expect(await isFocused(field)).toBe(true);

    // Another line has a box of its own, which goes if nothing is written in it.
    await lineNo(page, 31).click();
    const other = page.getByRole('textbox', { name: 'Comment on line 31 of src/a.ts' });
    await other.waitFor();
    await page.getByRole('tab', { name: /^Turns/ }).click();
    await page.getByRole('tab', { name: 'Change' }).click();
    await field.waitFor();
    expect(await field.inputValue()).toBe('Why new?');
    await other.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: /Show 26 lines of src\/a\.ts from line 1/ }).click();
    await lineNo(page, 2).waitFor();
    await page.getByRole('region', { name: 'Lines of the change' }).evaluate((region) => {
      (region as unknown as { scrollTop: number }).scrollTop = 0;
    });
    expect(await field.inputValue()).toBe('Why new?');

    // Now the file is as it was before the run.
    gates['Undo it'].open();
    await finished(office, socket, id);
    await lineNo(page, 30).waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Why new?');
    await page.reload();
    await page.getByRole('tab', { name: 'Change' }).click();
    await field.waitFor();
    expect(await field.inputValue()).toBe('Why new?');
    expect(await page.getByLabel('From line (to 30)').inputValue()).toBe('28');
    // Escape goes back to the lines; only its button discards what was typed.
    await field.focus();
    await page.keyboard.press('Escape');
    await page
      .getByRole('region', { name: 'Lines of the change' })
      .and(page.locator(':focus'))
      .waitFor();
    expect(await field.inputValue()).toBe('Why new?');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await field.waitFor({ state: 'detached' });
    await page.reload();
    await page
      .getByRole('button', { name: 'Unfold notes.md' })
      .or(page.getByText('# Title'))
      .first()
      .waitFor();
    expect(await field.count()).toBe(0);
  });

  it('is sent once as comments, however often the key is pressed', async () => {
    gates['Build it'].open();
    gates['Mend it'].open();
    const { id } = await submit(office, { pipelineId });
    const page = await browser.open('about:blank');
    const sent: string[] = [];
    const pressed = gate();
    await page.routeWebSocket(/\/ws/, (way) => {
      const server = way.connectToServer();
      way.onMessage(async (message) => {
        if (String(message).includes('"commentOnChange"')) {
          sent.push(String(message));
          await pressed.opened;
        }
        server.send(message);
      });
    });
    const comment = { path: 'src/a.ts', side: 'new', line: 30, text: 'Why new?' } as const;
    await page.goto(`http://127.0.0.1:${office.port}/#/runs/${id}`);
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.locator('.diff-line.added', { hasText: 'newer' }).waitFor();
    socket.send({ type: 'commentOnChange', runId: id, comments: [comment], keep: true });
    const send = page.getByRole('button', { name: 'Send 1 comment to the office' });
    await send.waitFor();
    await page.keyboard.press('s');
    await until(() => sent.length === 1);
    await page.keyboard.press('s');
    pressed.open();
    await page.getByText('The office has the comments.').waitFor();
    expect(sent).toHaveLength(1);
    openAll();
    await finished(office, socket, id);
  });

  it('is kept as an instruction when the run ends, and can be what continues it', async () => {
    const { id } = await submit(office, { pipelineId });
    const page = await open(id);
    const field = page.getByLabel('Instruction', { exact: true });
    await field.fill('Write a read me, too');
    openAll();
    await finished(office, socket, id);
    const left = page.getByRole('region', { name: 'Not sent' });
    await left.getByText('Not sent: the run has ended.').waitFor();
    // It is the same field, so that nothing that is typed on is lost or taken for keys.
    expect(await isFocused(field)).toBe(true);
    await page.keyboard.type('.');
    await page.reload();
    await left.getByRole('button', { name: 'Continue with it' }).click();
    const next = page.getByLabel('What next?');
    expect(await next.inputValue()).toBe('Write a read me, too.');
    await page.keyboard.press('Escape');
    await next.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Write a read me, too.');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    const made = socket.waitFor('run.created', ({ run: { continues } }) => continues === id);
    await page.getByRole('button', { name: 'Hand it in' }).click();
    const { run } = await made;
    expect(run.brief).toBe('Write a read me, too.');
    await page.waitForURL((url) => url.hash.includes(run.id));
    await finished(office, socket, run.id);
    await page.goBack();
    await page.getByText(/^Continued by/).waitFor();
    expect(await left.count()).toBe(0);
  });

  it('is kept as an instruction that is refused as the run has just ended', async () => {
    const { id } = await submit(office, { pipelineId });
    const page = await browser.open('about:blank');
    let isGiven = false;
    const isOver = gate();
    await page.routeWebSocket(/\/ws/, (way) => {
      const server = way.connectToServer();
      way.onMessage(async (message) => {
        if (String(message).includes('"steerRun"')) {
          isGiven = true;
          await isOver.opened;
        }
        server.send(message);
      });
    });
    await page.goto(`http://127.0.0.1:${office.port}/#/runs/${id}`);
    await page.getByText('Connected').waitFor();
    await page.getByLabel('Instruction', { exact: true }).fill('Wait!');
    await page.keyboard.press('Enter');
    await until(() => isGiven);
    openAll();
    await finished(office, socket, id);
    isOver.open();
    await page.locator('.toast.error').waitFor();
    const left = page.getByRole('region', { name: 'Not sent' });
    expect(await left.getByRole('textbox').inputValue()).toBe('Wait!');
    await left.getByRole('button', { name: 'Discard it' }).click();
    await left.waitFor({ state: 'detached' });
    const { body } = await office.client.get<Run>(`/api/runs/${id}`);
    expect(body.instructions ?? []).toEqual([]);
  });
});
