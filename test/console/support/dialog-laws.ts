import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { allFindings } from './axe.js';
import type { DialogRow } from './dialog-table.js';
import type { PageState } from './page-states.js';
import { focusedName } from './tab-to.js';

const phone = { width: 390, height: 844 };

/** Parts of the open dialog, and the dialog itself, that reach beyond the window at its sides. */
const beyond = `[...document.querySelectorAll('[role=dialog], [role=dialog] *')]
  .filter((each) => {
    const { left, right, width } = each.getBoundingClientRect();
    const isHeld = each.parentElement.closest('[role=dialog] .table-wrap, [role=dialog] pre') !== null;
    return width > 1 && !isHeld && (left < -1 || right > innerWidth + 1);
  })
  .map((each) => each.outerHTML.slice(0, 80))`;

/**
 * The last control of the dialog can be scrolled to, and a press in its middle meets it: within sixty
 * frames, as notices move out of the way once they are measured anew.
 */
const isEndInReach = `(async () => {
  const last = [...document.querySelectorAll('[role=dialog] .button:not(.dialog-end *)')].at(-1);
  if (last === undefined) return true;
  for (let frames = 0; frames < 60; frames += 1) {
    last.scrollIntoView({ block: 'nearest' });
    const { left, right, top, bottom } = last.getBoundingClientRect();
    if (last.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) return true;
    await new Promise((go) => (requestAnimationFrame(go), setTimeout(go, 100)));
  }
  return false;
})()`;

/** Opens the dialog and looks for what is wrong with it; leaves it with Escape. */
export async function faultsOf(
  page: Page,
  { reach }: PageState,
  { title, begins, showsOnce }: DialogRow,
): Promise<readonly string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await reach(page);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  // What is loaded later is begun at once it is there.
  const focused = begins.test('Close') ? ':focus' : ':focus:not(.dialog-end *)';
  await dialog.locator(focused).waitFor({ state: 'attached' });
  const found: string[] = [];
  if ((await page.getByRole('dialog', { name: title, exact: true }).count()) === 0) {
    const shown = await dialog.getByRole('heading').first().textContent();
    found.push(`is called ${shown}, not ${title}`);
  }
  const began = (await focusedName(page)).slice(0, 60);
  if (!begins.test(began)) found.push(`begins at ${began}`);
  found.push(...(await faultsOnPhone(page)));
  await page.keyboard.press('Escape');
  if (showsOnce === true) await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  if (showsOnce === true) return found;
  const comesBack = page.locator(':focus').waitFor({ state: 'attached', timeout: 5000 });
  await comesBack.catch(() => found.push('the focus does not come back'));
  return found;
}

async function faultsOnPhone(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize();
  expect(size).not.toBeNull();
  await page.setViewportSize(phone);
  const found = (await page.evaluate<string[]>(beyond)).map((each) => `too wide: ${each}`);
  if (!(await page.evaluate<boolean>(isEndInReach))) found.push('its end cannot be reached');
  found.push(...(await allFindings(page)));
  if (size !== null) await page.setViewportSize(size);
  return found;
}
