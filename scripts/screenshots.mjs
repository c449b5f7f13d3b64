/**
 * `npm run screenshots`: takes the pictures of README.md and docs/tour.md from the running console,
 * light and dark: an office of its own with simulated employees, in a real Chromium.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs', 'images');
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const viewport = { width: 1440, height: 900 };

const directory = mkdtempSync(join(tmpdir(), 'office-pictures-'));
const service = spawn(process.execPath, [join(root, 'dist', 'main.js')], {
  cwd: directory,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    OFFICE_LLM_MODE: 'mock',
    OFFICE_MOCK_LATENCY_MS: '500',
    OFFICE_MOCK_TOKENS_PER_SECOND: '90',
    // The run asks a person before it goes on spending.
    OFFICE_SOFT_SPEND_APPROVAL_USD: '0.006',
    OFFICE_PLUGINS_DIR: join(root, 'plugins'),
    OFFICE_SKILLS_DIR: join(root, 'skills'),
  },
});

try {
  mkdirSync(folder, { recursive: true });
  await take(await address());
} finally {
  service.kill();
  rmSync(directory, { recursive: true, force: true });
}

function address() {
  return new Promise((resolve, reject) => {
    let printed = '';
    service.stdout.on('data', (chunk) => {
      printed += chunk;
      const [, found] = /listening\s+(http:\S+)/.exec(printed) ?? [];
      if (found) resolve(found);
    });
    service.on('exit', () => reject(new Error(`The service did not start: ${printed}`)));
  });
}

async function take(url) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const open = async (options) => {
    const page = await browser.newPage({ viewport, ...options });
    page.setDefaultTimeout(180_000);
    await page.goto(url);
    await page.locator('.person').first().waitFor();
    return page;
  };
  const light = await open({ colorScheme: 'light' });
  const dark = await open({ colorScheme: 'dark' });
  const phone = await open({ colorScheme: 'light', viewport: { width: 390, height: 844 } });
  const shoot = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });
  await shoot(light, 'first-minute');
  const brief = 'Build a command line todo list that keeps its tasks in a JSON file.';
  await light.getByLabel('Give the office a brief').fill(brief);
  await light.getByRole('button', { name: 'Hand it in' }).click();
  await light.getByText('Debate the approach').waitFor();
  await light.locator('.talk path').first().waitFor({ state: 'attached' });
  // Until everybody has walked to the table.
  await light.waitForTimeout(2500);
  await Promise.all([shoot(light, 'floor'), shoot(dark, 'floor-dark'), shoot(phone, 'phone')]);
  await light.getByRole('region', { name: 'Approval needed' }).waitFor();
  await shoot(light, 'approval');
  await light.getByRole('button', { name: /Approve once/ }).click();
  await light.locator('.run-card').first().click();
  await light.locator('.turn').first().waitFor();
  await shoot(light, 'run');
  await light.getByText('done', { exact: true }).first().waitFor();
  await dark.goto(light.url());
  await dark.getByRole('tab', { name: 'Report' }).click();
  await dark.locator('.tab-panel .prose').first().waitFor();
  await shoot(dark, 'run-dark');
  for (const [page, name] of [
    ['costs', 'costs'],
    ['people', 'organisation'],
  ]) {
    await light.goto(`${url}/#/${page}`);
    await light.getByRole('heading', { level: 1 }).waitFor();
    await light.waitForTimeout(800);
    await shoot(light, name);
  }
  await browser.close();
}
