import type { Locator, Page } from 'playwright-core';

/** The request that stands over every page. */
export const dockOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Approval needed' });

/** Until keys answer the request that is in view. */
export const keysAnswer = (page: Page): Promise<void> =>
  dockOf(page).locator('kbd.ready').first().waitFor();
