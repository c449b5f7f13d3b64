import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the console is held to. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa'] as const;

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/**
 * The serious findings of axe on a page as it stands, each as a line. What is read aloud for a moment
 * may be named after a button that is gone, and is left out.
 */
export async function seriousFindings(
  page: Page,
  rules: readonly string[],
): Promise<readonly string[]> {
  return findings(page, rules, ['serious', 'critical']);
}

/** The same of any severity. */
export async function allFindings(page: Page): Promise<readonly string[]> {
  return findings(page, wcag, ['minor', 'moderate', 'serious', 'critical']);
}

/** The findings of rules by their names. */
export async function findingsOf(page: Page, names: readonly string[]): Promise<readonly string[]> {
  return findings(page, { type: 'rule', values: names }, [
    'minor',
    'moderate',
    'serious',
    'critical',
  ]);
}

async function findings(
  page: Page,
  rules: readonly string[] | { readonly type: 'rule'; readonly values: readonly string[] },
  impacts: readonly string[],
): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run({ exclude: '[data-live-announcer]' }, { runOnly: ${JSON.stringify(rules)} })`,
  );
  return violations
    .filter(({ impact }) => impacts.includes(impact))
    .map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
}
