import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { exampleBriefs } from '../../src/protocol/example-briefs.js';
import type { Run } from '../../src/protocol/records/work.js';
import { until } from '../support/until.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

const looks = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...viewport, colorScheme })),
);

/** True in the page if the last turn ends in view, which was scrolled for it. */
const isMomentSeen = `(() => {
  const main = document.querySelector('#main');
  const bottom = main.getBoundingClientRect().bottom;
  const end = [...document.querySelectorAll('.turn')].at(-1)?.getBoundingClientRect().bottom ?? 0;
  return main.scrollTop > 0 && end > 0 && end <= bottom + 1;
})()`;

describeInBrowser('the timeline and the replay of a run', () => {
  const browser = testBrowser();
  let office: BuiltOffice;
  let run: Run;

  beforeAll(async () => {
    office = await startBuiltOffice({ OFFICE_AUTO_APPROVE_SHELL: 'true' });
    const { client } = office.service;
    const [example] = exampleBriefs;
    run = (
      await client.post<Run>('/api/submit', {
        brief: example?.brief,
        pipelineId: example?.pipelineId,
      })
    ).body;
    await until(async () => {
      const { body } = await client.get<Run>(`/api/runs/${run.id}`);
      return body.endedAt !== null;
    });
  });
  afterAll(() => office.close());

  it.each(looks)('stand on the page: $width×$height, $colorScheme', async (look) => {
    const { width, height, colorScheme } = look;
    const page = await browser.open(`${office.url}/#/runs/${run.id}`, {
      viewport: { width, height },
      colorScheme,
      bypassCSP: true,
    });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.waitFor();
    // The run has ended: its stages share a lane.
    expect(await timeline.getByRole('listitem').count()).toBe(1);
    await timeline
      .getByRole('link', { name: /approves the work/ })
      .first()
      .waitFor();
    const box = await timeline.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('slider', { name: 'Moment of the run' }).waitFor();
    await page
      .getByRole('img', { name: /^The floor:/ })
      .locator('.person')
      .first()
      .waitFor({ state: 'attached' });
    expect(await allFindings(page)).toEqual([]);
  });

  it('keeps the bar under a finger, and shows the people beside it, on a phone', async () => {
    const page = await browser.open(`${office.url}/#/runs/${run.id}`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await page.getByRole('button', { name: 'Replay' }).tap();
    const bar = page.getByRole('region', { name: 'Replay' });
    await bar.getByRole('button', { name: 'Pause' }).tap();
    await page.getByText(/^replay: /).waitFor();
    const slider = bar.getByRole('slider');
    const places = new Set<string>();
    for (const part of [0.2, 0.5, 0.8, 1, 0.3]) {
      const { x, y, width, height } = (await slider.boundingBox()) ?? fail();
      await page.touchscreen.tap(x + width * part, y + height / 2);
      await bar.getByText(/^Event \d/).waitFor();
      places.add(`${y} ${width}`);
    }
    expect([...places]).toHaveLength(1);
    const floor = page.getByRole('img', { name: /^The floor:/ });
    await floor.scrollIntoViewIfNeeded();
    for (const part of [floor, slider]) {
      const { y, height } = (await part.boundingBox()) ?? fail();
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(844);
    }
  });

  it('shows the turns instead of a report that was not written then, and says what is true', async () => {
    const page = await browser.open(`${office.url}/#/runs/${run.id}?tab=report`);
    await page.getByRole('tab', { name: 'Report', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    await page.getByRole('tab', { name: /^Turns/, selected: true }).waitFor();
    const bar = page.getByRole('region', { name: 'Replay' });
    await bar.getByRole('button', { name: 'Pause' }).press('Enter');
    await bar.getByText(/^Event \d/).waitFor();
    await bar.getByRole('slider').press('Home');
    await bar.getByText(/^Event 0 of/).waitFor();
    const says = async (tab: RegExp, words: string) => {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(words, { exact: true }).waitFor();
    };
    await says(/^Report/, 'No report yet');
    await says(/^Artifacts/, 'No artifact yet');
    await says(/^Approvals/, 'Nobody has asked yet');
    // The plan of the past is not changed.
    await bar.getByRole('slider').press('End');
    await bar.getByRole('slider').press('ArrowLeft');
    await page.getByRole('region', { name: 'Who does what' }).waitFor();
    expect(await page.getByRole('button', { name: 'Change the plan' }).count()).toBe(0);
    await page.getByRole('button', { name: 'End the replay' }).press('Enter');
    await says(/^Approvals/, 'Nobody had to ask');
  });

  it('is paused, moved along and let go on by keyboard, and people move in it', async () => {
    const page = await browser.open(`${office.url}/#/runs/${run.id}`);
    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    const bar = page.getByRole('region', { name: 'Replay' });
    await bar.getByRole('button', { name: /^As fast as it was/ }).waitFor();
    await bar.getByRole('button', { name: 'Pause' }).press('Enter');
    await bar.getByRole('button', { name: 'Go on' }).waitFor();
    for (const [key, speed] of [
      ['j', /^4 times as fast/],
      ['k', /^As fast as it was/],
    ] as const) {
      await page.keyboard.press('r');
      await page.keyboard.press(key);
      await bar.getByRole('button', { name: speed }).waitFor();
    }
    await bar.getByText(/^Event \d/).waitFor();
    const slider = bar.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    await bar.getByText(/^Event 0 of/).waitFor();
    const floor = page.getByRole('img', { name: /^The floor:/ });
    const aside = page.locator('.run-side > :first-child');
    expect(await aside.getAttribute('class')).toContain('small-floor');
    const places = () =>
      floor
        .locator('.person')
        .evaluateAll((people) =>
          people.map(
            (person) => (person as unknown as { style: { cssText: string } }).style.cssText,
          ),
        );
    const seen = new Set<string>();
    const most = Number(await slider.getAttribute('max'));
    for (let step = 0; step < most; step += 1) {
      await page.keyboard.press('ArrowRight');
      seen.add(JSON.stringify(await places()));
    }
    expect(seen.size).toBeGreaterThan(1);
    await bar.getByText(`Event ${most} of ${most}`).waitFor();
    await bar.getByRole('button', { name: 'From the beginning' }).press('Enter');
    await bar.getByText(`Event ${most} of ${most}`).waitFor();
    await page.getByRole('button', { name: 'End the replay' }).press('Enter');
    await bar.waitFor({ state: 'detached' });
  });

  it.each(looks.filter(({ colorScheme }) => colorScheme === 'light'))(
    'keeps its moment in view while it plays, until somebody scrolls away: $width×$height',
    async ({ width, height }) => {
      const page = await browser.open(`${office.url}/#/runs/${run.id}?tab=turns`, {
        viewport: { width, height },
        bypassCSP: true,
      });
      const bar = page.getByRole('region', { name: 'Replay' });
      const jump = bar.getByRole('button', { name: 'Jump to the moment' });
      const told = async () =>
        Number(/^Event (\d+)/.exec((await bar.getByRole('status').textContent()) ?? '')?.[1]);
      const goesOn = async () => {
        const before = await told();
        await until(async () => (await told()) > before);
      };
      await page.getByRole('button', { name: 'Replay' }).press('Enter');
      await page.waitForFunction(isMomentSeen);
      await goesOn();
      await page.waitForFunction(isMomentSeen);
      expect(await jump.isVisible()).toBe(false);
      // A turn that grows before the page hears of the scrolling takes it back.
      await until(async () => {
        await page.evaluate(`document.querySelector('#main').scrollTop = 0`);
        return jump.isVisible();
      });
      await goesOn();
      expect(await page.evaluate<number>(`document.querySelector('#main').scrollTop`)).toBe(0);
      await bar.getByRole('button', { name: 'Pause' }).press('Enter');
      await jump.press('Enter');
      await jump.waitFor({ state: 'hidden' });
      await page.waitForFunction(isMomentSeen);
      // What is chosen by hand does not move the page, until it plays again.
      await bar.getByRole('slider').press('Home');
      await bar.getByRole('slider').press('End');
      await jump.waitFor();
      await bar.getByRole('slider').press('ArrowLeft');
      await bar.getByRole('button', { name: 'Go on' }).press('Enter');
      await bar.getByRole('button', { name: 'From the beginning' }).waitFor();
      await page.waitForFunction(isMomentSeen);
      expect(await allFindings(page)).toEqual([]);
    },
  );

  it('ends without moving a part that is read beside it', async () => {
    const page = await browser.open(`${office.url}/#/runs/${run.id}?tab=change`, {
      viewport: { width: 1280, height: 500 },
    });
    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    const bar = page.getByRole('region', { name: 'Replay' });
    // A slider without events would leave the key to the page.
    await bar.getByText(/^Event \d/).waitFor();
    await bar.getByRole('button', { name: 'Pause' }).press('Enter');
    const slider = bar.getByRole('slider', { disabled: false });
    await slider.press('End');
    await slider.press('ArrowLeft');
    await bar.getByRole('button', { name: 'Go on' }).press('Enter');
    await bar.getByRole('button', { name: 'From the beginning' }).waitFor();
    const main = await page.evaluate<{ top: number; below: number }>(`(() => {
      const { scrollTop, scrollHeight, clientHeight } = document.querySelector('#main');
      return { top: scrollTop, below: scrollHeight - clientHeight };
    })()`);
    expect(main.below).toBeGreaterThan(200);
    expect(main.top).toBe(0);
  });
});

function fail(): never {
  throw new Error('it is not on the page');
}
