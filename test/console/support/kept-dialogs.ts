import type { Locator, Page } from 'playwright-core';

/** What the tab keeps, as JSON. */
export const storedIn = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify(sessionStorage)');

export async function dialogOf(page: Page, button: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  return page.getByRole('dialog');
}

export async function escape(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
