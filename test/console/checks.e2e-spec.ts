import { expect, it } from '@jest/globals';
import { CheckedOffice, isTwo, plays } from '../runs/support/checked-office.js';
import { describeInBrowser, testBrowser } from './support/browser.js';

describeInBrowser('the checks of a run in the console', () => {
  // The pages close before the office does.
  const browser = testBrowser();
  const on = new CheckedOffice();
  const open = (runId: string) =>
    browser.open(`http://127.0.0.1:${on.office.port}/#/runs/${runId}`);

  it('stand with the run, each with how it ended before and after', async () => {
    await on.open();
    const old = { command: 'test -f missing', proves: 'an old fault' };
    const run = await on.carryOut(plays({ checks: [isTwo, old], built: 'two\n' }));
    expect(run.status).toBe('done');
    const page = await open(run.id);
    const checks = page.getByRole('region', { name: 'Checks' });
    const [proved, failed] = [
      checks.getByRole('listitem').nth(0),
      checks.getByRole('listitem').nth(1),
    ];
    await proved.getByText(isTwo.command).waitFor();
    await proved.getByText('passed', { exact: true }).waitFor();
    await proved.getByText(/before the work: exit code: \d; at the end: exit code: 0/).waitFor();
    await failed.getByText('failed before and after', { exact: true }).waitFor();
  });

  it('say in the report, too, that nothing was checked', async () => {
    await on.open();
    const run = await on.carryOut(plays({ built: 'two\n' }));
    expect(run.outcome).toContain('Not checked: ');
    const page = await open(run.id);
    const told = /^Not checked: no plan names a command that proves the work/;
    await page.getByRole('region', { name: 'Checks' }).getByText(told).waitFor();
    await page.getByRole('tab', { name: 'Report' }).click();
    await page.locator('.notice', { hasText: told }).waitFor();
  });
});
