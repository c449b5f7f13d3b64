import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('the page of access', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  it('makes the first token and goes on with it, makes another, revokes it, and tells of all that', async () => {
    // The socket without a token is closed, and the next one waits for the page to load anew.
    browser.expectFault('403');
    browser.expectFault('WebSocket');
    const page = await browser.open(`${office.url}/#/access`);
    await page.getByText('nobody by name').waitFor();
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByLabel('Name, which stands').fill('Ada');
    await page.getByRole('button', { name: 'Make it' }).click();
    const dialog = page.getByRole('dialog', { name: 'The token of “Ada”' });
    expect(await dialog.locator('pre').textContent()).toMatch(/^oof_[\w-]{43}$/);
    // The socket of before has ended, and nothing behind the dialog complains of it.
    await page.locator('.connection').waitFor({ state: 'detached' });
    expect(await page.getByText(/A valid token is required|Reconnecting/).count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.getByRole('alert').getByText('It was not copied').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const tokens = page.getByRole('region', { name: 'Tokens' });
    await tokens.getByText('Ada').waitFor();
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByLabel('Name, which stands').fill('Wall');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('button', { name: 'Copy it' }).click();
    await page.locator('.toast', { hasText: 'Copied.' }).waitFor();
    await page.keyboard.press('Escape');
    await tokens.getByText('Wall').waitFor();
    await page.getByRole('button', { name: 'Revoke Wall' }).press('Enter');
    expect(await page.getByText('It is the last one').count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke it' }).press('Enter');
    await tokens.getByText('Wall').waitFor({ state: 'detached' });
    // The button that was pressed went with its row, and the keyboard goes on near it.
    await page.waitForFunction(`document.activeElement.matches('main, main *')`);
    const log = page.getByRole('region', { name: 'What was changed' });
    await log.getByText('revoke a token').waitFor();
    expect(await log.getByText('make a token', { exact: true }).count()).toBe(2);
    await page.getByRole('button', { name: 'Revoke Ada' }).click();
    await page.getByText('open to everybody who reaches its address').waitFor();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('nobody by name').waitFor();
    await page.getByText('No token is asked for').waitFor();
  });
});
