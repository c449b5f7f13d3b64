import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { toldWords } from '#protocol/rules/told-words.js';
import { focusedName } from './tab-to.js';

/** Bodies on their way to the service get a value that a form does not let through. */
export async function sendWith(page: Page, pattern: RegExp): Promise<(bad: object) => void> {
  let bad: object = {};
  await page.route(pattern, (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.continue();
    const body = { ...(request.postDataJSON() as object), ...bad };
    return route.continue({ postData: JSON.stringify(body) });
  });
  return (given) => {
    bad = given;
  };
}

/** What describes what has the focus. */
const saidOfFocused = `(document.activeElement.getAttribute('aria-describedby') ?? '').split(' ')
  .map((id) => document.getElementById(id)?.textContent ?? '').join(' ')`;

/** Waits until a refusal is shown at the field that has the focus, which is the one with this label. */
export async function expectRefusedAt(
  page: Page,
  { field, label, text }: { readonly field: string; readonly label: string; readonly text: string },
): Promise<void> {
  const said = toldWords(text).replace(`"${field}"`, `“${label}”`);
  await page.getByRole('dialog').getByText(said, { exact: true }).last().waitFor();
  expect([await focusedName(page), await page.evaluate<string>(saidOfFocused)]).toEqual([
    expect.stringContaining(label),
    expect.stringContaining(said),
  ]);
}
