import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

/** Calls `use` with a browser and the address of a new office with slow simulated employees. */
export async function inOffice(environment, use) {
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
      OFFICE_PLUGINS_DIR: join(root, 'plugins'),
      OFFICE_SKILLS_DIR: join(root, 'skills'),
      ...environment,
    },
  });
  try {
    const url = await addressOf(service);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      await use(browser, url);
    } finally {
      await browser.close();
    }
  } finally {
    service.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

function addressOf(service) {
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
