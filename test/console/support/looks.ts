import type { Page } from 'playwright-core';
import { allFindings, findingsOf } from './axe.js';
import { cutTexts } from './cut-texts.js';

/** The sizes at which every page is looked at. */
export const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

/**
 * The findings of axe on a page as it stands, at these sizes. Dark colours change nothing but
 * contrast.
 */
export async function findingsAt(
  shownAt: typeof sizes,
  page: Page,
  name: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of shownAt) {
    await page.setViewportSize(size);
    const inLight = await allFindings(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const inDark = await findingsOf(page, ['color-contrast']);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    found.push(...inLight.map((each) => `${name}, ${size.width}: ${each}`));
    found.push(...inDark.map((each) => `${name}, ${size.width}, dark: ${each}`));
  }
  await page.setViewportSize(sizes[0] ?? { width: 1280, height: 720 });
  return found;
}

/** Pixels by which the page is wider than the window. */
const widerBy = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/**
 * What is wrong with a page at one size, light and dark: findings of axe, words that are cut, and
 * what reaches beyond the window.
 */
export async function faultsAt(size: (typeof sizes)[number], page: Page): Promise<unknown> {
  const findings = await findingsAt([size], page, 'axe');
  await page.setViewportSize(size);
  const cut = await page.evaluate<readonly string[]>(cutTexts);
  return { findings, cut, widerBy: await page.evaluate<number>(widerBy) };
}

export const noFaults = { findings: [], cut: [], widerBy: 0 };
