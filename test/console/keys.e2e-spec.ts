import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { actions } from '../../console/src/app/actions.js';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import { allFindings } from './support/axe.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { officeWithRun } from './support/office-with-run.js';

const looks = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ ...viewport, colorScheme })),
);

/** What shows the parts of a run. */
const runTabs = actions.filter(({ keys }) => keys.startsWith('t '));

describeInBrowser('the console by keyboard alone', () => {
  const browser = testBrowser();
  const held = officeWithRun();

  const brief = (page: Page) => page.getByLabel('Give the office a brief');
  const focused = (page: Page, what: string) =>
    page.evaluate<string | null>(`document.activeElement.${what}`);
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true });

  const tabWith = (page: Page, id: string) =>
    page.locator(`main [role=tab][data-key=${id}][aria-selected=true]`);

  async function press(page: Page, keys: string): Promise<void> {
    for (const key of keys.split(' ')) await page.keyboard.press(key);
  }

  async function openRun(): Promise<Page> {
    const page = await browser.open(`${held.office.url}/#/runs/${held.runId}`, { bypassCSP: true });
    await page.locator('.stages li').first().waitFor();
    return page;
  }

  it('writes a brief after one key, from every page, and takes the focus only then', async () => {
    const page = await browser.open(held.office.url);
    await brief(page).waitFor();
    expect(await focused(page, 'tagName')).toBe('BODY');
    await page.keyboard.press('c');
    await brief(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Hello');
    expect(await brief(page).inputValue()).toBe('Hello');
    await page.reload();
    await brief(page).waitFor();
    expect(await focused(page, 'tagName')).toBe('BODY');
    await press(page, 'g e');
    await heading(page, 'Memory').waitFor();
    await page.keyboard.press('c');
    await brief(page).waitFor();
    await brief(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Again');
    // The tab has kept what was begun.
    expect(await brief(page).inputValue()).toBe('HelloAgain');
    expect(page.url()).not.toContain('new=');
  });

  it('writes a brief after two tabs and Enter, from every page', async () => {
    const page = await browser.open(`${held.office.url}/#/settings`);
    await heading(page, 'Settings').waitFor();
    await press(page, 'Tab Tab');
    expect(await focused(page, 'textContent')).toBe('Write a brief');
    await page.keyboard.press('Enter');
    await brief(page).waitFor();
    await brief(page).and(page.locator(':focus')).waitFor();
  });

  it.each(looks)(
    'shows all keys: $width×$height, $colorScheme',
    async ({ width, height, colorScheme }) => {
      const page = await browser.open(held.office.url, {
        viewport: { width, height },
        colorScheme,
      });
      await brief(page).waitFor();
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keys' });
      await dialog.waitFor();
      const shown = await dialog
        .locator('dl > div')
        .evaluateAll((rows) =>
          (rows as unknown as { querySelectorAll(what: string): Iterable<Shown> }[]).map((row) => [
            [...row.querySelectorAll('kbd')].map(({ textContent }) => textContent).join(' '),
            [...row.querySelectorAll('dd')].map(({ textContent }) => textContent).join(),
          ]),
        );
      expect(shown.map(([keys]) => keys)).toEqual(actions.map(({ keys }) => keys));
      expect(
        shown.filter(([, name], index) => !name?.startsWith(actions[index]?.name ?? '?')),
      ).toEqual([]);
      expect(await allFindings(page)).toEqual([]);
      // Behind the dialog nothing happens.
      await press(page, 'g r');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await heading(page, 'The floor').waitFor();
    },
  );

  it('says what the next key leads to, once the first of two was pressed', async () => {
    const page = await openRun();
    await page.keyboard.press('r');
    const next = page.locator('.begun-keys');
    await next.getByText('Deliver the change').waitFor();
    expect(await next.getByText('Cancel the run').count()).toBe(0);
    await page.keyboard.press('Escape');
    await next.waitFor({ state: 'detached' });
    await page.keyboard.press('d');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
  });

  it('does nothing while one types, with other keys, while held, or in an open list', async () => {
    const page = await browser.open(held.office.url);
    await brief(page).focus();
    await page.keyboard.type('g r c ? ');
    expect(await brief(page).inputValue()).toBe('g r c ? ');
    await page.getByRole('button', { name: /Floor$/ }).click();
    await page.getByRole('listbox').waitFor();
    await press(page, 'g e Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.evaluate(`document.activeElement.blur()`);
    await press(page, 'g Shift+E');
    await press(page, 'g Alt+e');
    await page.keyboard.press('g');
    // Held: the browser repeats it.
    await page.keyboard.down('x');
    await page.keyboard.down('x');
    await page.keyboard.up('x');
    await page.keyboard.press('e');
    await heading(page, 'The floor').waitFor();
    await press(page, 'Escape g e');
    await heading(page, 'Memory').waitFor();
  });

  it('has keys of letters that are turned off in the settings, and others that stay', async () => {
    const page = await browser.open(`${held.office.url}/#/settings`);
    const choice = page.getByRole('checkbox', { name: /Keys of letters alone/ });
    await choice.focus();
    await page.keyboard.press('Space');
    expect(await choice.isChecked()).toBe(false);
    await press(page, 'g e');
    await page.keyboard.press('?');
    await page.reload();
    await heading(page, 'Settings').waitFor();
    await press(page, 'g e');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'What are you looking for?' });
    await field.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await field.fill('go to memory');
    await page.keyboard.press('Enter');
    await heading(page, 'Memory').waitFor();
    expect(page.url()).toContain('#/memory');
  });

  it('continues, retries, delivers, undoes, makes again and replays a run, and says what cannot be', async () => {
    const page = await openRun();
    const asked = async (keys: string, name: string) => {
      await press(page, keys);
      const dialog = page.getByRole('dialog', { name });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await asked('r c', 'Continue with a follow-up');
    await asked('r t', 'Try again');
    await asked('r d', 'Deliver the change');
    await press(page, 'r x');
    await page.getByText('Cancel the run: the run has ended').waitFor();
    await press(page, 'r r');
    await page.getByText('Make the change again: nothing was undone').waitFor();
    await press(page, 'r u');
    const dialog = page.getByRole('dialog', { name: 'Undo the change of this run?' });
    await dialog.getByRole('button', { name: 'Undo', exact: true }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await asked('r r', 'Make the change again?');
    await press(page, 'r p');
    await page.getByText(/Event [1-9]\d* of \d+/).waitFor();
    await press(page, 'r h');
    await page.getByRole('button', { name: 'Go on', exact: true }).waitFor();
    await press(page, 'r p');
    await page.getByRole('button', { name: 'Go on', exact: true }).waitFor({ state: 'detached' });
    const tabs = page.getByRole('tablist', { name: 'Parts of the run' }).getByRole('tab');
    const ids = await Promise.all((await tabs.all()).map((tab) => tab.getAttribute('data-key')));
    expect(runTabs.map(({ id }) => id)).toEqual(ids.map((id) => `tab-${id}`));
    for (const { id, keys } of [...runTabs].reverse()) {
      await press(page, keys);
      await tabWith(page, id.slice('tab-'.length)).and(page.locator(':focus')).waitFor();
    }
  });

  it('has in the palette what the page can do, with its keys, and why it cannot do the rest', async () => {
    const page = await openRun();
    const find = async (words: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'What are you looking for?' }).fill(words);
    };
    await find('deliver');
    const option = page.getByRole('option', { name: /^Deliver the change/ });
    expect(await option.locator('kbd').allTextContents()).toEqual(['r', 'd']);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Deliver the change' }).waitFor();
    await page.keyboard.press('Escape');
    await find('cancel the run');
    const cannot = page.getByRole('option', { name: 'Cancel the run (the run has ended)' });
    await cannot.waitFor();
    expect(await cannot.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    expect(await cannot.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await press(page, 'g e');
    await heading(page, 'Memory').waitFor();
    await find('deliver');
    await page.getByText('Nothing is called that.').first().waitFor();
  });

  it('has the focus on the heading of a page that had to be loaded, wherever it was before', async () => {
    const page = await openRun();
    await page.getByRole('tab', { name: /^Change/ }).click();
    await press(page, 'g i');
    await page.waitForFunction(
      `document.activeElement.tagName === 'H1' && document.activeElement.textContent === 'Inbox'`,
    );
  });

  it('leaves a field by Escape, so that letters are keys again, and keeps what was written', async () => {
    const page = await browser.open(held.office.url);
    await brief(page).waitFor();
    await page.keyboard.press('c');
    await brief(page).pressSequentially('gr');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await brief(page).inputValue()).toBe('gr');
    await press(page, 'g r');
    await heading(page, 'Runs').waitFor();
  });

  it('changes the floor, the colours and the plan of the floor, and opens people', async () => {
    const floor = { name: 'Second' };
    const { body } = await held.office.service.client.post<WorkspaceSummary>(
      '/api/workspaces',
      floor,
    );
    const page = await browser.open(held.office.url, { colorScheme: 'light' });
    await brief(page).waitFor();
    await press(page, 'v d');
    expect(await page.evaluate(`document.documentElement.dataset.theme`)).toBe('dark');
    await press(page, 'f j');
    await page.getByText('For Second.').waitFor();
    expect(page.url()).toContain(`floor=${body.id}`);
    await press(page, 'f k');
    await page.getByText('For Second.').waitFor({ state: 'detached' });
    const metre = () =>
      page.evaluate<number>(
        `Number(document.querySelector('.plan').style.getPropertyValue('--m'))`,
      );
    await page.locator('.plan').waitFor();
    const before = await metre();
    await press(page, 'z i');
    expect(await metre()).toBeGreaterThan(before);
    await press(page, 'z o');
    expect(await metre()).toBeCloseTo(before, 3);
    await press(page, 'e j');
    await page.getByText('Ask Helena something').waitFor();
    await press(page, 'e x');
    await brief(page).waitFor();
  });
});

interface Shown {
  readonly textContent: string | null;
}
