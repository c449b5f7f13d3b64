import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { Run } from '../../src/protocol/records/work.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

/** The service itself ends and is started anew; resend.e2e-spec.ts cuts only the way to it. */
describeInBrowser('a page whose service is away', () => {
  const browser = testBrowser();
  const brief = 'What is sent while nobody is there?';
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());
  beforeEach(() => {
    const whileAway = ['REFUSED', 'RESET', 'EMPTY_RESPONSE', 'WebSocket', '503', 'preload CSS'];
    for (const fault of whileAway) browser.expectFault(fault);
  });

  const kill = (): void => void process.kill(office.service.pid, 'SIGKILL');
  const isAway = (page: Page) => page.getByText('Reconnecting…').waitFor();
  const isBack = (page: Page) => page.getByText('Connected').waitFor();
  const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text });
  const rooms = async (): Promise<number> =>
    (await office.service.client.get<OfficeState>('/api/state')).body.floor.layout.blocks.length;
  const handedIn = async (): Promise<number> =>
    (await office.service.client.get<Run[]>('/api/runs?limit=200')).body.filter(
      (run) => run.brief === brief,
    ).length;

  async function openFloor(): Promise<Page> {
    const page = await browser.open(`${office.url}/#/people`);
    await isBack(page);
    await page.getByRole('tab', { name: 'This floor' }).click();
    return page;
  }
  const build = (page: Page) =>
    page.getByRole('button', { name: 'Build one more room', exact: true }).click();

  it('drops a brief with a word, keeps its text, and takes the word back with the service', async () => {
    const page = await browser.open(`${office.url}/#/?new=1`);
    await isBack(page);
    kill();
    await isAway(page);
    const field = page.getByLabel('Give the office a brief');
    await field.fill(brief);
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await toast(page, 'Not sent').waitFor();
    await office.restart();
    await isBack(page);
    await toast(page, 'Not sent').waitFor({ state: 'detached', timeout: 5000 });
    expect(await field.inputValue()).toBe(brief);
    expect(await handedIn()).toBe(0);
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await until(async () => (await field.inputValue()) === '');
    expect(await handedIn()).toBe(1);
  });

  it('drops a command with a word, and never sends it afterwards', async () => {
    const page = await openFloor();
    const before = await rooms();
    kill();
    await isAway(page);
    await build(page);
    await toast(page, 'Not sent').waitFor();
    await office.restart();
    await isBack(page);
    await toast(page, 'Not sent').waitFor({ state: 'detached', timeout: 5000 });
    // Whatever was kept would be sent before this.
    await build(page);
    await toast(page, 'A room was built.').waitFor();
    expect(await rooms()).toBe(before + 1);
  });

  it('keeps visibly what was sent and not answered, and has it done once by the next service', async () => {
    const page = await openFloor();
    const before = await rooms();
    const waits = toast(page, 'What you sent waits for the connection.');
    process.kill(office.service.pid, 'SIGSTOP');
    await build(page);
    kill();
    await waits.waitFor();
    await office.restart();
    await toast(page, 'A room was built.').waitFor();
    await waits.waitFor({ state: 'detached' });
    expect(await rooms()).toBe(before + 1);
  });

  it('does once what was sent when the service ended with it', async () => {
    const page = await openFloor();
    const before = await rooms();
    const socket = await office.service.client.connect();
    const built = socket.waitForAny(({ type }) => type === 'org.updated');
    await build(page);
    await built;
    kill();
    await isAway(page);
    await office.restart();
    await isBack(page);
    expect(await rooms()).toBe(before + 1);
    await toast(page, 'waits for the connection').waitFor({ state: 'detached' });
    expect(await rooms()).toBe(before + 1);
  });
});
