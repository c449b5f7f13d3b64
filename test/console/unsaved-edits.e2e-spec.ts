import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Office } from '../../src/client/office.js';
import type { Role } from '../../src/protocol/records/organisation.js';
import { until } from '../support/until.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';
import { storedIn } from './support/kept-dialogs.js';

describeInBrowser('what was edited and not saved', () => {
  const browser = testBrowser();
  let office: BuiltOffice;
  /** Somebody else. */
  let other: Office;

  beforeAll(async () => {
    office = await startBuiltOffice();
    other = await Office.connect({ url: office.url });
  });
  afterAll(async () => {
    other.close();
    await office.close();
  });

  const open = async (path: string): Promise<Page> => {
    const page = await browser.open(`${office.url}/#/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const save = async (page: Page, button: string, said: string): Promise<void> => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.locator('.toast', { hasText: said }).waitFor();
    await page.getByRole('button', { name: button, exact: true, disabled: true }).waitFor();
  };
  const roleOf = (id: string): Role => {
    const role = other.state.roles.find((each) => each.id === id);
    if (role === undefined) throw new Error(`There is no ${id}.`);
    return role;
  };

  it('stays among the settings while somebody saves another one', async () => {
    const page = await open('settings');
    const places = page.getByLabel('Employees at work at once');
    const ask = page.getByLabel('Ask before spending more than, dollars');
    await places.fill('7');
    await ask.fill('2.');
    await other.http.updateSettings({ approvalTimeoutMs: 77_000 });
    const waits = page.getByLabel('An approval waits, seconds');
    await until(async () => (await waits.inputValue()) === '77');
    expect(await places.inputValue()).toBe('7');
    expect(await ask.inputValue()).toBe('2.');
    await save(page, 'Save', 'Saved.');
    expect(await other.http.settings()).toMatchObject({
      ...{ maxConcurrency: 7, approvalTimeoutMs: 77_000, softSpendApprovalUsd: 2 },
    });
  });

  it('stays of a role while somebody saves another part of it', async () => {
    const page = await open('people/cto');
    const { modelPolicy, allowedTools, skillIds } = roleOf('cto');
    const [mine = '', theirs = ''] = allowedTools;
    const tool = (name: string) =>
      page.locator('.check', { has: page.locator('code', { hasText: new RegExp(`^${name}$`) }) });
    const isOn = (name: string) => tool(name).getByRole('checkbox').isChecked();
    const answer = page.getByLabel('Tokens of one answer, at most');
    const escalates = page.getByLabel('Escalate at complexity, 0 to 1');
    await answer.fill('1234');
    await tool(mine).click();
    expect(await isOn(mine)).toBe(false);

    const policy = { ...modelPolicy, escalateAtComplexity: 0.35 };
    await other.organisation.setModelPolicy('cto', policy);
    const grants = { allowedTools: allowedTools.filter((each) => each !== theirs), skillIds };
    await other.organisation.setRoleGrants('cto', grants);
    await until(async () => (await escalates.inputValue()) === '0.35' && !(await isOn(theirs)));
    expect(await answer.inputValue()).toBe('1234');
    expect(await isOn(mine)).toBe(false);

    await save(page, 'Save the policy', 'The policy is saved.');
    await save(page, 'Save the grants', 'The grants are saved.');
    const { roles } = await other.http.workspace(other.state.activeWorkspaceId);
    const saved = roles.find(({ id }) => id === 'cto');
    expect(saved?.modelPolicy).toEqual({ ...policy, maxOutputTokens: 1234 });
    expect(saved?.allowedTools).toEqual(grants.allowedTools.filter((each) => each !== mine));
  });

  it('stays while other pages are open, says that it is not saved, and is let go', async () => {
    const page = await open('people?tab=floor');
    const visit = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    };
    const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
    await page.getByLabel('Description', { exact: true }).fill('What it is for');
    await page.getByLabel('Command for each new worktree').fill('npm ci');
    await page.getByLabel('Processes in a sandbox').fill('77');
    await tab('Hire');
    await page.getByLabel('Name').fill('Ada Long');
    await visit('Settings');
    await page.getByLabel('An approval waits, seconds').fill('88');
    await page.getByLabel('Ask before spending more than, dollars').fill('3,5');
    await visit('Costs');

    await visit('Settings');
    expect(await page.getByLabel('An approval waits, seconds').inputValue()).toBe('88');
    expect(await page.getByLabel('Ask before spending more than, dollars').inputValue()).toBe(
      '3,5',
    );
    await save(page, 'Save', 'Saved.');
    expect(await other.http.settings()).toMatchObject({
      ...{ approvalTimeoutMs: 88_000, softSpendApprovalUsd: 3.5 },
    });
    await visit('People');
    await tab('Hire');
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada Long');
    await tab('This floor');
    expect(await page.getByLabel('Command for each new worktree').inputValue()).toBe('npm ci');
    expect(await page.getByLabel('Processes in a sandbox').inputValue()).toBe('77');
    const description = page.getByLabel('Description', { exact: true });
    expect(await description.inputValue()).toBe('What it is for');
    expect(await page.getByText('Not saved yet.').count()).toBe(3);
    await page.getByRole('button', { name: 'Undo the edits' }).first().click();
    expect(await description.inputValue()).toBe('');
    // The focus stays in the form, whose button is gone.
    const around = page.locator(':focus').and(page.locator(':not(body)'));
    await around.getByLabel('Description', { exact: true }).waitFor();
  });

  it('stays of a role and of the look and skills of a floor after a reload', async () => {
    const page = await open('people/cto');
    const { allowedTools } = roleOf('cto');
    const tool = page.locator('.check', {
      has: page.locator('code', { hasText: new RegExp(`^${allowedTools[0]}$`) }),
    });
    const answer = page.getByLabel('Tokens of one answer, at most');
    const escalates = page.getByLabel('Escalate at complexity, 0 to 1');
    await escalates.fill('');
    await answer.fill('4321');
    await tool.click();
    await page.reload();
    await tool.waitFor();
    expect(await answer.inputValue()).toBe('4321');
    expect(await escalates.inputValue()).toBe('');
    expect(await tool.getByRole('checkbox').isChecked()).toBe(false);
    expect(await page.getByText('Not saved yet.').count()).toBe(2);
    await page.evaluate('location.hash = "#/people/ceo"');
    await page.getByRole('button', { name: 'Save the grants', disabled: true }).waitFor();
    expect(await page.getByText('Not saved yet.').count()).toBe(0);
    await page.goBack();
    await save(page, 'Save the policy', 'The policy is saved.');
    expect(roleOf('cto').modelPolicy.maxOutputTokens).toBe(4321);
    expect(roleOf('cto').modelPolicy.escalateAtComplexity).toBeUndefined();
    await page.getByRole('button', { name: 'Undo the edits' }).click();
    expect(await tool.getByRole('checkbox').isChecked()).toBe(true);
    // Back and forth is no edit, also for grants of a later day.
    await tool.click();
    await tool.click();
    await page.getByRole('button', { name: 'Save the grants', disabled: true }).waitFor();
    expect(await storedIn(page)).not.toContain('office-grants-');

    await page.evaluate('location.hash = "#/people?tab=floor"');
    const skills = page.locator('section', {
      has: page.getByRole('heading', { name: 'Skills on this floor' }),
    });
    const skill = skills.locator('.check').first();
    const isOn = () => skill.getByRole('checkbox').isChecked();
    await skill.waitFor();
    const wasOn = await isOn();
    await skill.click();
    await page.evaluate('location.hash = "#/people?tab=style"');
    await page.getByText('Materials, lighting and surroundings').click();
    const exposure = page.getByLabel('Exposure');
    await exposure.fill('1.4');
    await page.reload();
    await page.getByText('Materials, lighting and surroundings').click();
    expect(await exposure.inputValue()).toBe('1.4');
    await page.getByText('Not saved yet.').waitFor();
    const stale = page.getByText(/^It was changed elsewhere since you began\./);
    expect(await stale.count()).toBe(0);
    const { activeWorkspaceId, style } = other.state;
    await other.http.updateWorkspace(activeWorkspaceId, {
      style: { ...style, lighting: { ...style.lighting, exposure: 0.8 } },
    });
    await stale.waitFor();
    expect(await exposure.inputValue()).toBe('1.4');
    await page.getByRole('button', { name: 'Undo the edits' }).click();
    expect(await exposure.inputValue()).toBe('0.8');
    await page.evaluate('location.hash = "#/people?tab=floor"');
    await skill.waitFor();
    expect(await isOn()).toBe(!wasOn);
    await skill.click();
    await page.getByRole('button', { name: 'Save the skills', disabled: true }).waitFor();
  });

  it('is marked at the field before it is saved, where a setting is outside its limits', async () => {
    const page = await open('settings');
    const places = page.getByLabel('Employees at work at once');
    const ask = page.getByLabel('Ask before spending more than, dollars');
    const button = page.getByRole('button', { name: 'Save', exact: true, disabled: true });
    await places.fill('17');
    await button.waitFor();
    expect(await places.getAttribute('aria-invalid')).toBe('true');
    await places.fill('16');
    await ask.fill('-3');
    await page.getByText('Write an amount without a minus sign.').waitFor();
    await button.waitFor();
  });
});
