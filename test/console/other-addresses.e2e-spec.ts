import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

/** Names and addresses as a network has them; the browser is told that they are this machine. */
const hosts = ['office.example.org', '192.168.77.5'];

describeInBrowser('the page under an address of a network, over plain HTTP', () => {
  const browser = testBrowser([
    `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ')}`,
  ]);
  let office: BuiltOffice;

  beforeEach(async () => {
    office = await startBuiltOffice({
      OFFICE_ALLOWED_HOSTS: 'office.example.org',
      OFFICE_API_TOKEN: 'the-right-one',
    });
  });
  afterEach(() => office.close());

  async function enter(page: Page): Promise<void> {
    await page.getByLabel('Token').fill('the-right-one');
    await page.getByRole('button', { name: 'Open the office' }).click();
    await page.locator('.person').first().waitFor();
  }

  function expectFaults(): void {
    // What is asked before the token is there.
    browser.expectFault('403');
    browser.expectFault('WebSocket');
    // The browser's own word about a header that it heeds over HTTPS only.
    browser.expectFault('Cross-Origin-Opener-Policy');
  }

  it.each(hosts)('takes the token, keeps it, does work and copies: %s', async (host) => {
    expectFaults();
    const page = await browser.open(`http://${host}:${office.service.port}/`);
    expect(await page.evaluate('isSecureContext')).toBe(false);
    await enter(page);
    await page.reload();
    await page.locator('.person').first().waitFor();
    await page.getByRole('button', { name: /A question/ }).click();
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await page.locator('.run-card').click();
    await page.getByText('done', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: /Turns/ }).click();
    await page.getByRole('button', { name: 'Copy the link to this turn' }).first().click();
    await page.getByText('The link is copied.').waitFor();
  });

  it('works in a browser that stores nothing', async () => {
    expectFaults();
    const page = await browser.open('about:blank');
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('No.', 'SecurityError'); } });
    }`);
    await page.goto(office.url);
    await enter(page);
  });
});
