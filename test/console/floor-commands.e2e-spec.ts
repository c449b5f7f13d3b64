import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import { workspaceTexts } from '../../src/protocol/texts/workspaces.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('the commands of a floor in the console', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  it('get other places, hosts, files and bounds, and keep what was refused', async () => {
    const page = await browser.open(`${office.url}/#/people`);
    await page.getByRole('tab', { name: 'This floor' }).click();
    await page.getByRole('button', { name: /Commands of employees$/ }).click();
    await page.getByRole('option', { name: 'run in a sandbox without asking' }).click();
    await page.getByText('Commands in the sandbox reach the registries of packages').click();
    const hosts = page.getByLabel('Hosts that they reach');
    await hosts.fill('*.example.org\n\n api.example.com:8443 ');
    await page.getByLabel('Secret files that they may see').fill('test/**/*.pem');
    await page.getByLabel('Memory of a sandbox, MB').fill('1024');
    const save = page.getByRole('button', { name: 'Save the commands' });
    await save.click();
    await page.locator('.toast', { hasText: 'Saved.' }).waitFor();
    const floor = async () =>
      (await office.service.client.get<WorkspaceSummary[]>('/api/workspaces')).body[0];
    const saved = {
      ...{ shell: 'sandbox', packages: true, visibleSecrets: ['test/**/*.pem'] },
      hosts: ['*.example.org', 'api.example.com:8443'],
      sandboxBounds: { processes: 512, memoryMb: 1024, writtenMb: 2048 },
    };
    expect(await floor()).toMatchObject(saved);
    expect(await hosts.inputValue()).toBe('*.example.org\napi.example.com:8443');

    browser.expectFault('400');
    await hosts.fill('https://example.org');
    await save.click();
    const refusal = workspaceTexts.badHost('https://example.org');
    await page.locator('.toast', { hasText: refusal }).waitFor();
    expect(await hosts.inputValue()).toBe('https://example.org');
    expect(await floor()).toMatchObject(saved);
  });
});
