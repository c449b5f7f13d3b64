import type { Page } from 'playwright-core';

/** More presses of Tab lead nowhere that a person would go. */
const mostTabs = 60;

/** The name of what has the focus: its label, else what it says. */
const nameOfFocused = `(() => {
  const focused = document.activeElement;
  const by = (focused.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
  const labels = by.map((id) => document.getElementById(id)?.textContent ?? '');
  const label = focused.ariaLabel ?? focused.labels?.[0]?.textContent;
  return [label, ...labels, focused.textContent].filter(Boolean).join(' ');
})()`;

export function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>(nameOfFocused);
}

/** Presses Tab until what has the focus is called so. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < mostTabs; presses += 1) {
    if (name.test(await focusedName(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never led to ${String(name)}.`);
}
