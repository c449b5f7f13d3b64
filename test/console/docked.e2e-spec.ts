import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callsTool, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { sizes } from './support/looks.js';
import { usableBelow } from './support/overlaps.js';
import { dockOf } from './support/request-in-view.js';

const long = Array.from({ length: 40 }, (_, line) => `echo ${line} ${'word '.repeat(12)}`);

describeInBrowser('what is docked beside a page', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let runId: string;
  let pipelineId: string;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key' });
    socket = await office.client.connect();
    const asks = callsTool('run_shell', { command: long.join('\n') });
    provider.respondWith((request) =>
      JSON.stringify(request.body).includes('Fail at it')
        ? { text: ['Cut'], finish: 'length' }
        : asks(request),
    );
    pipelineId = offerPipeline(office, { kind: 'integrate', roleIds: ['backend-dev-1'] });
    runId = (await submit(office, { pipelineId, brief: 'Mend the gate' })).id;
    await socket.waitFor('approval.requested');
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  const places: readonly (readonly [path: string, shown: string])[] = [
    ['runs/RUN', '.steer-dock'],
    ['', '.people .person'],
    ['plan', 'text=What do you have in mind?'],
    ['people?tab=floors', 'text=Open a floor'],
    ['settings', 'text=Forget the token of this tab'],
  ];
  const go = async (page: Page, [path, shown]: (typeof places)[number]): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${path.replace('RUN', runId)}`)}`);
    await page.locator(shown).first().waitFor({ state: 'attached' });
  };
  const open = (viewport: (typeof sizes)[number]): Promise<Page> =>
    browser.open(`http://127.0.0.1:${office.port}/#/memory`, { viewport });

  it.each(sizes)('is no notice over anything that can be used, at $width px', async (size) => {
    const page = await open(size);
    await dockOf(page).locator('pre').waitFor();
    const notices = page.locator('.toast');
    for (const name of ['first', 'second', 'third']) {
      const brief = `Fail at it, the ${name} of three that fail one after the other`;
      await submit(office, { pipelineId, brief });
      await notices.getByRole('link', { name: `the ${name}` }).waitFor();
    }
    expect(await notices.count()).toBe(3);
    const found: string[] = [];
    const look = async (where: string): Promise<void> => {
      const below = await usableBelow(page, '.toast, .dock');
      found.push(...below.map((each) => `${where}: ${each}`));
    };
    for (const place of places) {
      await go(page, place);
      await look(place[0]);
    }
    await go(page, ['runs/RUN', '.steer-dock']);
    await page.keyboard.press('r');
    await page.keyboard.press('x');
    await page.getByRole('dialog').waitFor();
    await look('a dialog');
    expect(await notices.count()).toBe(3);
    expect(found).toEqual([]);
  });

  it.each(sizes)(
    'is a request that leaves most of the page, which scrolls to its end, at $width px',
    async (size) => {
      const page = await open(size);
      const dock = dockOf(page);
      await dock.locator('pre').waitFor();
      for (const place of places) {
        await go(page, place);
        const { height = 0, y = 0 } = (await dock.boundingBox()) ?? {};
        expect(height / size.height).toBeLessThan(size.width < 640 ? 0.29 : 0.37);
        const last = page.locator('.main > * > :last-child').last();
        // Its content may still come.
        await until(async () => {
          await page.evaluate(`document.querySelector('#main').scrollTop = 1e6`);
          const end = await last.boundingBox();
          return end !== null && end.y + end.height <= y + 1;
        });
        for (const name of [/^Approve once/, /^Approve for this run/, /^Refuse/, 'Fold']) {
          const box = await dock.getByRole('button', { name }).boundingBox();
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(y + height);
          expect(box?.y ?? 0).toBeGreaterThanOrEqual(y);
        }
      }
    },
  );

  it.each([
    ['runs/RUN', 'Instruction'],
    ['', 'Give the office a brief'],
    ['settings', 'Folder of floors'],
  ])(
    'moves nothing that is typed in when notices come and go on a phone: #/%s',
    async (path, label) => {
      const page = await open({ width: 390, height: 844 });
      await dockOf(page).locator('pre').waitFor();
      await go(page, [path, '.input']);
      const field = page.getByLabel(label, { exact: true });
      await field.focus();
      const place = async () => JSON.stringify(await field.boundingBox());
      const before = await place();
      await submit(office, { pipelineId, brief: `Fail at it, while one types into ${label}` });
      await page.locator('.toast').getByRole('link', { name: label }).waitFor();
      expect(await place()).toBe(before);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.locator('.toast').waitFor({ state: 'detached' });
      expect(await place()).toBe(before);
    },
  );

  it('leaves the approvals of a run at work where they begin, and its turns at their live end', async () => {
    const page = await open({ width: 390, height: 844 });
    await go(page, ['runs/RUN?tab=decisions', '.steer-dock']);
    await dockOf(page).locator('kbd.ready').first().waitFor({ state: 'attached' });
    const top = () => page.evaluate<number>(`document.querySelector('#main').scrollTop`);
    expect(await top()).toBe(0);
    await page.keyboard.press('r');
    await page.keyboard.press('e');
    await page.getByRole('tab', { name: /^Turns/, selected: true }).waitFor();
    await until(async () => (await top()) > 0);
  });
});
