import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { exampleBriefs } from '../../src/protocol/example-briefs.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { OrganisationDetail } from '../../src/protocol/records/organisation-detail.js';
import type { Run } from '../../src/protocol/records/work.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('somebody who opens the console for the first time', () => {
  const browser = testBrowser();
  let office: BuiltOffice;
  let url: string;

  beforeAll(async () => {
    // At the pace that simulated employees have by themselves.
    office = await startBuiltOffice({ OFFICE_MOCK_LATENCY_MS: '' });
    ({ url } = office);
  });
  afterAll(() => office.close());

  it('is told that employees are simulated, tries an example, allows its tests and reads the report', async () => {
    const page = await browser.open(url, { viewport: { width: 1440, height: 900 } });
    await page.getByText('employees wait for a brief').waitFor();
    const keys = page.getByRole('region', { name: 'Simulated employees' });
    await keys.getByText('Employees are simulated', { exact: true }).waitFor();
    await page.getByText(/Which keys/).click();
    await page.getByText('Set ANTHROPIC_API_KEY to use Anthropic.').waitFor();
    const clickedAt = Date.now();
    await page.getByRole('button', { name: /CSV to Markdown/ }).click();
    await page.getByText('What will happen.').waitFor();
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await page.locator('.run-card').getByText('running', { exact: true }).waitFor();
    expect(Date.now() - clickedAt).toBeLessThan(10_000);
    await keys.waitFor();
    await page.getByText('Examples', { exact: true }).click();
    await page.getByRole('button', { name: /Days until a date/ }).waitFor();
    const dock = page.getByRole('region', { name: 'Approval needed' });
    await dock.getByText('asks to run a command').waitFor();
    await dock.getByText(/^node --test csv-table/).waitFor();
    await page.locator('.run-card').click();
    await page.getByRole('heading', { level: 1, name: /csv-table/ }).waitFor();
    await page.getByText('Waits for your answer: node --test csv-table').waitFor();
    expect(await page.getByText('Thinking…').count()).toBe(0);
    await dock.getByRole('button', { name: /Approve once/ }).click();
    await page.getByText('The report is ready.').waitFor();
    await page.getByRole('button', { name: 'Read the report' }).click();
    await page
      .locator('.tab-panel .prose', { hasText: 'tests passed, none failed' })
      .first()
      .waitFor();
    // The turns were longer, and their end was shown.
    const report = page.getByRole('tab', { name: 'Report' });
    await until(async () => ((await report.boundingBox())?.y ?? -1) >= 0);
    await page
      .getByText(/node --test/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: /Turns/ }).click();
    await page.getByText('Changes required:').first().waitFor();
    expect(await page.getByText('The report is ready.').count()).toBe(0);
    await page.getByText('Why this model').first().click();
    await page.getByText('chosen', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Change' }).click();
    await page.locator('.diff-code .hljs-keyword').first().waitFor();
  });

  it('asks the example question and reads its answer', async () => {
    const page = await browser.open(url);
    await page.getByLabel('Give the office a brief').waitFor();
    const [example] = exampleBriefs.filter(({ pipelineId }) => pipelineId === 'quick-answer');
    const { body: run } = await office.service.client.post<Run>('/api/submit', {
      brief: example?.brief,
    });
    await page.goto(`${url}/#/runs/${run.id}`);
    await page.getByText('(the brief is a short question)').waitFor();
    await page.getByText('done', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Report' }).click();
    await page.locator('.tab-panel .prose', { hasText: 'SQLite' }).waitFor();
  });

  it('sees in one browser what was handed in from another', async () => {
    const [one, other] = await Promise.all([browser.open(url), browser.open(`${url}/#/runs`)]);
    await one.getByLabel('Give the office a brief').fill('What do two people see?');
    await one.getByRole('button', { name: 'Hand it in' }).click();
    await other.locator('.run-list').getByText('What do two people see?').waitFor();
    await other.getByText('What do two people see?').click();
    await other.getByText('done', { exact: true }).first().waitFor();
  });

  it('hires somebody, who gets a desk', async () => {
    const page = await browser.open(`${url}/#/people`);
    await page.getByRole('tab', { name: 'Hire' }).click();
    await page.getByRole('button', { name: /Like/ }).click();
    await page.getByRole('option', { name: /QA Lead/ }).click();
    await page.getByLabel('Name', { exact: true }).fill('Ada Example');
    await page.getByRole('button', { name: 'Hire' }).click();
    await page.getByRole('tab', { name: 'Chart (14)' }).click();
    await page.getByRole('link', { name: /Ada Example/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Example' }).waitFor();
    await page.getByRole('link', { name: 'Floor', exact: true }).click();
    await page.getByRole('button', { name: /Ada Example/ }).waitFor();
  });

  it('hires several people at once, each at a desk of their own', async () => {
    const page = await browser.open(`${url}/#/people`);
    await page.getByRole('tab', { name: 'Hire' }).click();
    await page.getByRole('button', { name: /Like/ }).click();
    await page
      .getByRole('option', { name: /QA Lead/ })
      .first()
      .click();
    const names = Array.from({ length: 8 }, (_, index) => `Person ${index}`);
    await page.getByLabel('Name', { exact: true }).fill(`${names.join(', ')}, `);
    await page.getByRole('button', { name: 'Hire 8 people' }).click();
    await page.locator('.toast', { hasText: '8 people are hired.' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    const { body } = await office.service.client.get<Pick<OfficeState, 'roles'>>('/api/state');
    const hired = body.roles.filter(({ displayName }) => names.includes(displayName));
    expect(hired.map(({ displayName }) => displayName)).toEqual(names);
    expect(new Set(body.roles.map(({ seatId }) => seatId)).size).toBe(body.roles.length);
  });

  it('remembers a fact, corrects it and withdraws it', async () => {
    const page = await browser.open(`${url}/#/memory`);
    await page.getByRole('button', { name: 'Remember something' }).click();
    await page.getByRole('button', { name: 'one floor Holds for' }).waitFor();
    await page.getByRole('textbox', { name: 'Fact' }).fill('Dates are written as ISO 8601.');
    await page.getByRole('button', { name: 'Remember', exact: true }).click();
    await page.getByText('Dates are written as ISO 8601.').waitFor();
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByRole('textbox', { name: 'Fact' }).fill('Dates are written as RFC 3339.');
    await page.getByRole('dialog').getByRole('button', { name: 'Correct' }).click();
    await page.getByText('Dates are written as RFC 3339.').waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByLabel('Why').press('Enter');
    await page.getByRole('dialog', { name: 'Withdrawn' }).waitFor();
    await page.getByText('No run was shown it.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is remembered yet').waitFor();
  });

  it('is told in the words of the service why something is refused', async () => {
    browser.expectFault('400');
    const page = await browser.open(`${url}/#/memory`);
    const { body } = await office.service.client.post<{ id: string }>('/api/workspaces', {
      name: 'Second',
    });
    await page.goto(`${url}/#/people`);
    await page.getByRole('tab', { name: 'This floor' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' ');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.toast.error').waitFor();
    expect(body.id).not.toBe('');
  });

  it('finds everything by typing', async () => {
    const page = await browser.open(url);
    await page.locator('.people').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByLabel('What are you looking for?').fill('settings');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('has the choice of the palette in view and tells it, and one setting for colours', async () => {
    const page = await browser.open(url, { colorScheme: 'light', bypassCSP: true });
    await page.locator('.people').waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'What are you looking for?' });
    await field.waitFor();
    // Round to the last entry.
    await page.keyboard.press('ArrowUp');
    const chosen = page.getByRole('option', { selected: true });
    await chosen.waitFor();
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.waitForFunction(`(() => {
      const list = document.querySelector('.palette').getBoundingClientRect();
      const option = document.querySelector('[aria-selected=true]').getBoundingClientRect();
      return option.top >= list.top && option.bottom <= list.bottom;
    })()`);
    const theme = () => page.evaluate(`document.documentElement.dataset.theme ?? 'system'`);
    await field.fill('dark colours');
    await page.keyboard.press('Enter');
    const menu = page.getByRole('button', { name: 'Colours: Dark colours' });
    await menu.waitFor();
    expect(await theme()).toBe('dark');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Colours of the system' }).click();
    await page.getByRole('button', { name: 'Colours: Colours of the system' }).waitFor();
    expect(await theme()).toBe('system');
  });

  it('sees who works on another floor by the names that people have there', async () => {
    const { client } = office.service;
    const { body: floor } = await client.post<{ id: string }>('/api/workspaces', {
      name: 'Upstairs',
    });
    const given = { brief: 'What is upstairs?', workspaceId: floor.id };
    const { body: run } = await client.post<Run>('/api/submit', given);
    const page = await browser.open('about:blank');
    await page.route(`**/api/workspaces/${floor.id}`, async (route) => {
      const detail = (await (await route.fetch()).json()) as OrganisationDetail;
      const employees = detail.employees.map((each) => ({
        ...each,
        displayName: `Upstairs ${each.displayName}`,
      }));
      await route.fulfill({ json: { ...detail, employees } });
    });
    await page.goto(`${url}/#/runs/${run.id}`);
    await page.getByText('on Upstairs').waitFor();
    await page.getByRole('tab', { name: /Turns/ }).click();
    await page.locator('.turn').getByText('Upstairs Farida Nasser').first().waitFor();
    await page.getByText('done', { exact: true }).first().waitFor();
  });
});
