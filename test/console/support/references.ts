import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../../support/run-program.js';

const folder = join(repositoryRoot, 'test/console/references');
const isUpdate = process.env.OFFICE_UPDATE_REFERENCES === 'true';
const require = createRequire(import.meta.url);
const faces = [400, 700].map((weight) => {
  const file = `@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`;
  const data = readFileSync(require.resolve(file)).toString('base64');
  return `@font-face { font-family: Reference; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) }`;
});

/** The same letters on every machine, and nothing that moves. */
const style = `${faces.join('\n')}
* { font-family: Reference !important; animation: none !important; transition: none !important }`;

/** Puts the letters of the references into a page; its window has to bypass the policy of the page. */
export async function useReferenceStyle(page: Page): Promise<void> {
  await page.addStyleTag({ content: style });
  await page.evaluate(`Promise.all([400, 700].map((weight) =>
    document.fonts.load(weight + ' 14px Reference')))`);
}

/**
 * The share of pixels in which the page is another one than its stored picture, 0 to 1. With
 * OFFICE_UPDATE_REFERENCES=true the picture is stored anew.
 */
export async function differenceFrom(
  page: Page,
  name: string,
  { mayUpdate = true } = {},
): Promise<Difference> {
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const stored = join(folder, `${name}.png`);
  if (isUpdate && mayUpdate) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(stored, taken);
  }
  if (!existsSync(stored)) throw new Error(`There is no ${stored}: see docs/console.md.`);
  const kept = join(mkdtempSync(join(tmpdir(), 'office-reference-')), `${name}.png`);
  writeFileSync(kept, taken);
  const compare = fileURLToPath(new URL('compare-pictures.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [compare, kept, stored]);
  return { share: Number(stdout), kept };
}

export interface Difference {
  readonly share: number;
  /** Where the page as it was taken is kept. */
  readonly kept: string;
}
