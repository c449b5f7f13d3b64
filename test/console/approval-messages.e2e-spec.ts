import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callsTool, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { dockOf, keysAnswer } from './support/request-in-view.js';

/** Messages were switched on in the inbox. */
const switchedOn = `localStorage.setItem('office-push', String(Date.now()));`;

/** A hidden window in which messages are allowed and sound is on, and that tells what was made of it. */
const recorded = `
  Object.defineProperty(document, 'hidden', { get: () => true });
  localStorage.setItem('office-sound', 'on');
  window.seen = { messages: [], sounds: 0, focused: 0 };
  window.focus = () => window.seen.focused++;
  window.Notification = class {
    static permission = 'granted';
    constructor(title, options) {
      this.title = title;
      this.options = options;
      window.seen.messages.push(this);
    }
    close() {}
  };
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor() {
      super();
      window.seen.sounds++;
    }
  };`;

describeInBrowser('an approval that nobody looks at', () => {
  const browser = testBrowser();
  let provider: ScriptedProvider;
  let office: RunningOffice;

  /** The office runs no checks of its own around a stage that does not build. */
  const asking = (...roleIds: string[]): string =>
    offerPipeline(office, { kind: 'integrate', roleIds, mode: 'parallel' });

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.respondWith(callsTool('run_shell', { command: 'echo done by hand' }));
    office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key' });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('is told by sound, badge and message, once each, and a message leads to the page', async () => {
    const socket = await office.client.connect();
    const page = await browser.open('about:blank', { bypassCSP: true });
    await page.addInitScript(switchedOn + recorded);
    await page.goto(`http://127.0.0.1:${office.port}/#/memory`);
    await page.waitForFunction(`document.title.startsWith('Memory · ')`);
    await submit(office, { pipelineId: asking('backend-dev-1', 'frontend-dev-1') });
    await page.waitForFunction(`document.title.startsWith('(2) Approval needed · Memory')`);
    const seen = () =>
      page.evaluate<{ tags: string[]; bodies: string[]; sounds: number }>(`({
        tags: window.seen.messages.map(({ options }) => options.tag),
        bodies: window.seen.messages.map(({ options }) => options.body),
        sounds: window.seen.sounds,
      })`);
    const before = await seen();
    expect(before.bodies).toEqual(['echo done by hand', 'echo done by hand']);
    expect(before.sounds).toBeGreaterThan(0);
    const badge = page.locator('link[rel="icon"]');
    expect(await badge.getAttribute('href')).toContain('data:image/svg');
    socket.send({ type: 'approve', approvalId: before.tags[1] ?? '', approved: true });
    await page.waitForFunction(`document.title.startsWith('(1)')`);
    expect(await seen()).toEqual(before);
    await page.evaluate('window.seen.messages[0].onclick()');
    expect(await page.evaluate('window.seen.focused')).toBe(1);
    await keysAnswer(page);
    await page.keyboard.press('Alt+y');
    await page.waitForFunction(`document.title.startsWith('Memory · ')`);
    expect(await badge.getAttribute('href')).not.toContain('data:image/svg');
  });

  it('is told without a message where messages are allowed and not switched on', async () => {
    const page = await browser.open('about:blank', { bypassCSP: true });
    await page.addInitScript(recorded);
    await page.goto(`http://127.0.0.1:${office.port}/#/memory`);
    await page.waitForFunction(`document.title.startsWith('Memory · ')`);
    await submit(office, { pipelineId: asking('backend-dev-1') });
    await page.waitForFunction('window.seen.sounds > 0');
    await keysAnswer(page);
    await page.keyboard.press('Alt+y');
    await page.waitForFunction(`document.title.startsWith('Memory · ')`);
    expect(await page.evaluate('window.seen.messages.length')).toBe(0);
  });

  it.each(['light', 'dark'] as const)(
    'goes on where the browser allows no message and draws no frame; no finding of axe, %s',
    async (colorScheme) => {
      const page = await browser.open('about:blank', { colorScheme });
      await page.addInitScript(`
        ${switchedOn}
        Object.defineProperty(document, 'hidden', { get: () => true });
        // A tab that is hidden gets no frame.
        window.requestAnimationFrame = () => 0;
        window.Notification = class {
          static permission = 'granted';
          constructor() { throw new TypeError('Illegal constructor.'); }
        };`);
      await page.goto(`http://127.0.0.1:${office.port}/#/memory`);
      await page.getByText('Nothing is remembered yet').waitFor();
      await submit(office, { pipelineId: asking('backend-dev-1') });
      await keysAnswer(page);
      expect(await allFindings(page)).toEqual([]);
      await page.keyboard.press('Alt+n');
      await dockOf(page).waitFor({ state: 'detached' });
    },
  );
});
