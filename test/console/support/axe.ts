import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/**
 * The findings of axe on a page as it stands, of any severity, each as a line: WCAG, and what axe calls
 * best practice. What is read aloud for a moment may be named after a button that is gone, and is
 * left out.
 */
export function allFindings(page: Page): Promise<readonly string[]> {
  return findings(page, {});
}

/** The findings of rules by their names. */
export function findingsOf(page: Page, names: readonly string[]): Promise<readonly string[]> {
  return findings(page, { runOnly: { type: 'rule', values: names } });
}

/**
 * Three frames without a movement that ends: a dialog fades in, and a colour that is inherited
 * changes one element after the other. A browser that draws no frames is looked at three times.
 */
const atRest = `(async () => {
  for (let quiet = 0, frames = 0; quiet < 3 && frames < 60; frames += 1) {
    await new Promise((go) => (requestAnimationFrame(go), setTimeout(go, 100)));
    const isMoving = document.getAnimations().some(
      (each) => each.playState === 'running' && each.effect?.getComputedTiming().iterations !== Infinity,
    );
    quiet = isMoving ? 0 : quiet + 1;
  }
})()`;

/** What is not in view would keep the colours of before. */
const allInView = `document.styleSheets[0].insertRule('.turn { content-visibility: visible !important; }')`;

async function findings(page: Page, options: object): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) {
    await page.evaluate(source);
    await page.evaluate(allInView);
  }
  const asked = JSON.stringify({ resultTypes: ['violations'], preload: false, ...options });
  const found = await look(page, asked);
  // A dialog that is only on its way hides the page; what is wrong is found at the next look, too.
  return found.length === 0 ? found : look(page, asked);
}

async function look(page: Page, asked: string): Promise<readonly string[]> {
  await page.evaluate(atRest);
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run({ exclude: '[data-live-announcer]' }, ${asked})`,
  );
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
}
