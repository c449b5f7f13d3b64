import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Office } from '../../src/client/office.js';
import { choicesOf } from '../../console/src/runs/filter-choices.js';
import { describeInBrowser, testBrowser } from './support/browser.js';
import { type BuiltOffice, startBuiltOffice } from './support/built-office.js';

describe('the choices of a filter over several floors', () => {
  it('have each id once, with all its names, and the floor of who is elsewhere', () => {
    const role = (id: string, displayName: string) => ({ id, displayName, title: `The ${id}` });
    const one = {
      name: 'One',
      pipelines: [{ id: 'p', name: 'Build' }],
      roles: [role('ceo', 'Ann')],
    };
    const two = {
      name: 'Two',
      pipelines: [
        { id: 'p', name: 'Make' },
        { id: 'q', name: 'Ask' },
      ],
      roles: [role('ceo', 'Bo'), role('cook', 'Cy')],
    };
    expect(choicesOf([one, two])).toEqual({
      pipelines: [
        { id: 'p', label: 'Build, Make' },
        { id: 'q', label: 'Ask' },
      ],
      people: [
        { id: 'ceo', label: 'Ann, Bo', detail: 'The ceo' },
        { id: 'cook', label: 'Cy', detail: 'The cook, Two' },
      ],
    });
  });
});

describeInBrowser('the filters of the list of runs', () => {
  const browser = testBrowser();
  let office: BuiltOffice;

  beforeAll(async () => {
    office = await startBuiltOffice();
  });
  afterAll(() => office.close());

  it('offer people of every open floor, and of one floor only its own', async () => {
    const client = await Office.connect({ url: office.url });
    const lab = await client.http.createWorkspace({ name: 'Lab' });
    const [like] = client.state.roles;
    if (like === undefined) throw new Error('unreachable');
    const cook = { ...like, id: 'lab-cook', displayName: 'Cy Cook', seatId: null, reportsTo: null };
    await client.organisation.hire(cook, { workspaceId: lab.id });
    client.close();
    const page = await browser.open(`${office.url}/#/runs?floor=default`);
    await page.getByText('More filters').click();
    await page.getByRole('button', { name: /^Person|Person$/ }).click();
    await page.getByRole('option', { name: /^Cy Cook/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Floor of the run/ }).click();
    await page.getByRole('option', { name: 'Default project' }).click();
    await page.getByRole('button', { name: /^Person|Person$/ }).click();
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option', { name: /^Cy Cook/ }).count()).toBe(0);
  });
});
