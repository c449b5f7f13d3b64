import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { MemoryFact } from '../../src/protocol/records/memory.js';
import type { OfficeSettings, OfficeState } from '../../src/protocol/records/office.js';
import type { Run } from '../../src/protocol/records/work.js';
import { completeRun } from '../container/support/service-process.js';
import { describeInBrowser, testBrowser, typeAtOnce } from './support/browser.js';
import { until } from '../support/until.js';
import { startBuiltOffice, type BuiltOffice } from './support/built-office.js';

describeInBrowser('running an office from its console', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
    await completeRun(office.service, 'What is a page?');
  });
  afterAll(() => office.close());

  const open = async (path: string, options = {}): Promise<Page> => {
    const page = await browser.open(`${office.url}/#/${path}`, options);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const get = async <T>(path: string): Promise<T> =>
    (await office.service.client.get<T>(`/api/${path}`)).body;
  const state = (): Promise<OfficeState> => get('state');
  const roleOf = async (id: string) => (await state()).roles.find((role) => role.id === id);
  const choose = async (page: Page, label: string, option: string): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).first().click();
  const says = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor();

  it('talks a wish over until it is a brief, keeps words that were refused, and hands it in', async () => {
    browser.expectFault('400');
    const page = await open('plan');
    const words = page.getByLabel('Your words');
    const refusal = Promise.withResolvers<void>();
    await page.route('**/api/plan', async (route) => {
      await refusal.promise;
      await route.fulfill({ status: 400, json: { error: 'Not now.' } });
    });
    await words.fill('A parser for dates');
    await press(page, 'Say it');
    const conversation = page.getByRole('log', { name: 'Conversation' });
    await conversation.getByText('A parser for dates').waitFor();
    expect(await words.inputValue()).toBe('');
    refusal.resolve();
    await says(page, 'Not now.');
    await conversation.waitFor({ state: 'detached' });
    expect(await words.inputValue()).toBe('A parser for dates');
    await page.unroute('**/api/plan');
    await press(page, 'Say it');
    await conversation.getByText('Answer', { exact: true }).waitFor();
    await conversation.getByRole('button', { name: 'Make it the brief' }).last().click();
    const brief = page.getByLabel('Give the office a brief');
    await brief.fill('A parser for dates, with tests');
    await page.reload();
    await conversation.getByText('Answer', { exact: true }).waitFor();
    expect(await brief.inputValue()).toBe('A parser for dates, with tests');
    await page.getByRole('button', { name: 'Hand it in' }).click();
    await page.waitForURL(/#\/runs\/run_/);
    const id = /run_\w+/.exec(page.url())?.[0];
    const runs = await get<readonly Run[]>('runs');
    expect(runs.map((run) => run.id)).toContain(id);
  });

  it('changes a policy, a grant and a seat, and says of a refusal nothing else', async () => {
    const page = await open('people/qa-lead');
    await choose(page, 'Usual tier', 'strong');
    await press(page, 'Save the policy');
    await says(page, 'The policy is saved.');
    expect((await roleOf('qa-lead'))?.modelPolicy.defaultTier).toBe('strong');
    expect(await page.getByRole('button', { name: 'Save the grants' }).isDisabled()).toBe(true);
    await page.locator('.check', { hasText: 'git' }).first().click();
    const before = (await roleOf('qa-lead'))?.allowedTools.includes('git');
    await press(page, 'Save the grants');
    await says(page, 'The grants are saved.');
    expect((await roleOf('qa-lead'))?.allowedTools.includes('git')).toBe(before !== true);
    await page.getByRole('button', { name: /Seat$/ }).click();
    await page.getByRole('option').first().waitFor();
    const seats = await page.getByRole('option').allTextContents();
    expect(seats.map((name) => name.trim())).toContain('Meeting room, chair 1');
    // Hers is taken.
    expect(seats.filter((name) => /Chief|Seat_/.test(name))).toEqual([]);
    await page.keyboard.press('Escape');
    await choose(page, 'Seat', 'None');
    await says(page, 'Moved.');
    expect((await roleOf('qa-lead'))?.seatId).toBeNull();
  });

  it('asks before somebody is let go', async () => {
    const page = await open('people/ui-designer');
    await press(page, 'Let go');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByText(/cannot use/).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await roleOf('ui-designer')).toBeDefined();
    await press(page, 'Let go');
    await dialog.getByRole('button', { name: 'Let go' }).click();
    await page.getByRole('tab', { name: 'Chart (12)' }).waitFor();
    expect(await roleOf('ui-designer')).toBeUndefined();
  });

  it('names the pipelines that cannot be used without somebody', async () => {
    const page = await open('people/ceo');
    await press(page, 'Let go');
    const told = page.getByRole('dialog').getByText(/^Without this role the floor cannot use /);
    expect(await told.innerText()).toMatch(/use Product build and Code change\.$/);
  });

  it('hires a role of the office again, and says of a name that somebody has it', async () => {
    const page = await open('people');
    await page.getByRole('tab', { name: 'Hire' }).click();
    await page.getByRole('button', { name: /Like$/ }).click();
    await page.getByRole('option', { name: /^UI Designer a role of the office/ }).click();
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('helena marsh');
    await page.getByText('There is already a Helena Marsh.', { exact: true }).waitFor();
    await name.fill('Yuki Brandt');
    await page.getByText('Several names with commas').waitFor();
    await press(page, 'Hire');
    await says(page, 'Yuki Brandt is hired.');
    expect(await roleOf('ui-designer')).toMatchObject({ reportsTo: 'design-lead' });
    // Nobody is missing any more.
    await page.getByRole('button', { name: /Like$/ }).click();
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option', { name: /role of the office/ }).count()).toBe(0);
  });

  it('shows who reports to whom as lists in lists, with status, tier and spend', async () => {
    const page = await open('people');
    const leads = page.getByRole('list', { name: 'Who reports to Anselm Achebe' });
    const lead = leads.getByRole('link', { name: /Ruth Abelson/ });
    expect(await lead.innerText()).toMatch(/Backend, \$[\d.]+ spent\s+ready\s+standard/);
    const people = page.getByRole('list', { name: 'Who reports to Ruth Abelson' });
    expect(await people.getByRole('listitem').count()).toBe(2);
  });

  it('builds a room and tears it down', async () => {
    const page = await open('people');
    await page.getByRole('tab', { name: 'This floor' }).click();
    await press(page, 'Build one more room');
    await says(page, 'A room was built.');
    expect((await state()).floor.layout.blocks).toHaveLength(1);
    await press(page, 'Remove the newest');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the room' }).click();
    await says(page, 'The room is gone.');
    expect((await state()).floor.layout.blocks).toHaveLength(0);
  });

  it('keeps what was edited of a floor while the floor spends', async () => {
    const page = await open('people');
    await page.getByRole('tab', { name: 'This floor' }).click();
    const ceiling = page.getByLabel('Ceiling of a run, dollars');
    await ceiling.fill('7');
    const spent = page.locator('.facts dd.num, .facts dd').first();
    const before = await spent.innerText();
    await completeRun(office.service, 'Build a date parser', 'product-build');
    await spent.filter({ hasNotText: before }).waitFor();
    expect(await ceiling.inputValue()).toBe('7');
    await press(page, 'Save');
    await says(page, 'Saved.');
    expect((await state()).budget.defaultRunUsd).toBe(7);
  });

  it('warns of a ceiling of the floor that is spent, and takes it away', async () => {
    const page = await open('people');
    await page.getByRole('tab', { name: 'This floor' }).click();
    const ceiling = page.getByLabel('Ceiling of the floor, dollars');
    await ceiling.fill('0');
    await page
      .getByText(/^The floor has spent \$[\d.]+ already, so it takes no new runs\.$/)
      .waitFor();
    await ceiling.fill('900');
    await press(page, 'Save');
    await says(page, 'Saved.');
    expect((await state()).budget.totalUsd).toBe(900);
    await ceiling.fill('');
    await page.getByText('Empty: none.').waitFor();
    await press(page, 'Save');
    await until(async () => (await state()).budget.totalUsd === undefined);
    expect(await ceiling.inputValue()).toBe('');
  });

  it('changes a preset, a material, the light and the surroundings', async () => {
    const page = await open('people');
    await page.getByRole('tab', { name: 'Style' }).click();
    await page.getByRole('radio', { name: 'noir' }).check();
    await page.getByText('Materials, lighting and surroundings').click();
    await choose(page, 'Part of the floor', 'wall');
    await press(page, 'Colour: as the preset, choose a colour');
    await page.getByLabel('Colour', { exact: true }).fill('#112233');
    await choose(page, 'Pattern', 'hex');
    await page.getByLabel('Exposure').fill('1.5');
    await choose(page, 'Shadows', 'no');
    const keyLight = page.getByLabel('Key light, x in metres');
    await keyLight.fill('5');
    await keyLight.press('ControlOrMeta+a');
    await keyLight.pressSequentially('-2');
    await page.getByLabel('Fog begins at, metres').fill('30');
    await press(page, 'Save the style');
    await says(page, 'The style is saved.');
    expect((await state()).style).toEqual({
      preset: 'noir',
      materials: { wall: { color: '#112233', pattern: 'hex' } },
      lighting: { exposure: 1.5, shadows: false, keyPosition: { x: -2, y: 0, z: 0 } },
      environment: { fogNear: 30 },
    });
    await page.getByText('Different from the preset: wall.').waitFor();
    await press(page, 'The usual style');
    await page.getByText('No part differs from the preset.').waitFor();
    expect((await state()).style).toEqual({ preset: 'studio' });
  });

  it('changes a setting', async () => {
    const page = await open('settings');
    await page.getByLabel('Employees at work at once').fill('5');
    await press(page, 'Save');
    await says(page, 'Saved.');
    expect((await get<OfficeSettings>('settings')).maxConcurrency).toBe(5);
  });

  it('corrects a model, and finds it by that', async () => {
    const page = await open('models');
    await page.getByRole('button', { name: 'GPT-4o mini' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Tier$/ }).click();
    await page.getByRole('option', { name: 'standard', exact: true }).click();
    await dialog.getByLabel('Dollars in, per million').fill('0.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await says(page, 'Saved.');
    const { modelOverrides } = await get<OfficeSettings>('settings');
    expect(modelOverrides).toEqual({ 'gpt-4o-mini': { tier: 'standard', costPerMTokIn: 0.5 } });
    await choose(page, 'State', 'Corrected here');
    await page.getByRole('heading', { name: 'Models (1 of 14)' }).waitFor();
    await page.getByRole('cell', { name: '$0.50' }).waitFor();
  });

  it('shows what each posture would have cost, for the office and for a run', async () => {
    const page = await open('costs');
    const postures = page.getByRole('list', { name: 'Cost by posture' });
    await postures.locator('[data-posture=quality]').waitFor();
    const usd = async (name: string): Promise<number> => {
      const text = await postures.locator(`[data-posture=${name}]`).innerText();
      return Number(/\$([\d.]+)/.exec(text)?.[1]);
    };
    const [cheap, balanced, quality] = [
      await usd('cheap'),
      await usd('balanced'),
      await usd('quality'),
    ];
    expect(cheap).toBeGreaterThan(0);
    expect(cheap).toBeLessThan(quality);
    expect(balanced).toBeLessThanOrEqual(quality);
    const days = page.getByRole('region', { name: 'Spend over time' }).getByRole('listitem');
    expect(await days.count()).toBe(30);
    expect(await days.last().innerText()).toMatch(/: \$0\.0*[1-9]/);
    const [run] = await get<readonly Run[]>('runs');
    await page.goto(`${office.url}/#/runs/${run?.id}`);
    await page.getByText('What another posture would have cost').click();
    await postures.locator('[data-posture=cheap]').waitFor();
  });

  it('sets the posture of a floor', async () => {
    const page = await open('models');
    await choose(page, 'Posture of this floor', 'cheap');
    await says(page, 'Posture: cheap.');
    expect((await state()).routingPosture).toBe('cheap');
  });

  it('finds what a role remembers when it reads as that role, with one request for a word', async () => {
    const { client } = office.service;
    const floor = { workspaceId: (await state()).activeWorkspaceId };
    const fact = { ...floor, scope: 'role', roleId: 'cto', kind: 'pitfall' };
    const { body: first } = await client.post<MemoryFact>('/api/memory', {
      ...fact,
      text: 'The parser reads dates as local.',
    });
    await client.post('/api/memory', {
      ...fact,
      text: 'The parser reads dates as UTC.',
      supersedes: first.id,
    });
    const page = await open('memory');
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/memory/search') asked.push(url.searchParams.get('q'));
    });
    await typeAtOnce(page.getByRole('searchbox', { name: 'Search' }), 'parser');
    await page.getByText('Nothing like that is remembered').waitFor();
    expect(asked).toEqual(['parser']);
    await page.getByRole('button', { name: /Read by$/ }).click();
    await page.getByRole('option', { name: /Chief Technology Officer/ }).click();
    await page.getByText('The parser reads dates as UTC.').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Withdrawn ones too' }).isDisabled()).toBe(
      true,
    );
    await page.getByRole('link', { name: 'The parser reads dates as local.' }).click();
    await page.locator(`#fact-${first.id}.named`).getByText('replaced', { exact: true }).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('');
  });
});
