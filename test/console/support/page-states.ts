import type { Page } from 'playwright-core';

/** Something that is opened on a page: the page, its name, and how it is reached. */
export interface PageState {
  /** An address; RUN stands for the id of a run that is over. */
  readonly path: string;
  readonly name: string;
  readonly reach: (page: Page) => Promise<void>;
  /** Escape closes it. */
  readonly closes?: boolean;
  /** It is there on a phone alone. */
  readonly isOfPhone?: boolean;
}

/** Opens the tab of this name. */
export const openTab = (page: Page, name: string): Promise<void> => tab('', name).reach(page);

const tab = (path: string, name: string, shown?: string): PageState => ({
  path,
  name: `tab ${name}`,
  reach: async (page) => {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    await page
      .locator(shown ?? '.tab-panel')
      .first()
      .waitFor();
  },
});

const dialog = (path: string, button: string | RegExp, before?: PageState): PageState => ({
  path,
  name: `dialog ${String(button)}`,
  closes: true,
  reach: async (page) => {
    await before?.reach(page);
    const exact = typeof button === 'string';
    await page.getByRole('button', { name: button, exact }).first().click();
    await page.getByRole('dialog').waitFor();
  },
});

const menu = (path: string, button: string | RegExp, entry: string): PageState => ({
  path,
  name: `menu ${String(button)}`,
  closes: true,
  reach: async (page) => {
    await page.getByRole('button', { name: button }).first().click();
    await page
      .getByRole('menuitem', { name: entry })
      .or(page.getByRole('option', { name: entry }))
      .first()
      .waitFor();
  },
});

/** Does something first, so that there is what the dialog is about. */
const after = (before: (page: Page) => Promise<unknown>, state: PageState): PageState => ({
  ...state,
  reach: async (page) => {
    await before(page);
    await state.reach(page);
  },
});

/** Presses the first button of this name. */
export const pressOf = (page: Page, button: string): Promise<void> =>
  page.getByRole('button', { name: button, exact: true }).first().click();

const unfolded = (path: string, summary: string, shown: string): PageState => ({
  path,
  name: `unfolded ${summary}`,
  reach: async (page) => {
    await page.locator('summary').getByText(summary, { exact: true }).click();
    await page.getByText(shown, { exact: true }).first().waitFor();
  },
});

const menuOfChange: PageState = {
  path: 'runs/RUN',
  name: 'menu of the change',
  closes: true,
  reach: async (page) => {
    await page.getByRole('button', { name: 'What to do with the change' }).click();
    await page.getByRole('menuitem', { name: 'Deliver…' }).waitFor();
  },
};

/** Tabs, dialogs, menus and what is folded. */
export const pageStates: readonly PageState[] = [
  menu('', /^Colours/, 'Dark'),
  menu('', /Floor$/, 'Open a new floor…'),
  { ...menu('', /^More pages/, 'Settings'), isOfPhone: true },
  unfolded('', 'Pipeline and ceiling', 'Where it works'),
  ...['Report', 'Turns', 'Artifacts', 'Approvals'].map((name) => tab('runs/RUN', name)),
  tab('runs/RUN', 'Change', '.diff-code'),
  dialog('runs/RUN', 'Continue'),
  dialog('runs/RUN', 'Try again'),
  menuOfChange,
  {
    path: 'runs/RUN',
    name: 'dialog Deliver…',
    closes: true,
    reach: async (page) => {
      await menuOfChange.reach(page);
      await page.getByRole('menuitem', { name: 'Deliver…' }).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
    },
  },
  after(menuOfChange.reach, {
    path: 'runs/RUN',
    name: 'dialog Undo the change',
    closes: true,
    reach: async (page) => {
      await page.getByRole('menuitem', { name: 'Undo the change' }).click();
      await page.getByRole('dialog').waitFor();
    },
  }),
  dialog('runs/RUN', 'Undo from this turn on', tab('runs/RUN', 'Turns')),
  {
    path: 'runs/RUN',
    name: 'replay',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Replay' }).click();
      await page.getByRole('slider', { name: 'Moment of the run' }).waitFor();
    },
  },
  unfolded('runs', 'More filters', 'Handed in until'),
  tab('people', 'Chart', '.tree li'),
  tab('people', 'Hire', 'text=Take a role of the office'),
  tab('people', 'This floor', 'text=Skills on this floor'),
  tab('people', 'Style', 'text=Surroundings'),
  tab('people', 'All floors', 'text=Open a floor'),
  dialog('people', 'Look inside', tab('people', 'All floors')),
  dialog('people', 'Choose a folder…', tab('people', 'All floors')),
  dialog('people', 'From a template or file…', tab('people', 'All floors')),
  after(
    async (page) => {
      await tab('people', 'This floor').reach(page);
      await pressOf(page, 'Build one more room');
    },
    dialog('people', 'Remove the newest'),
  ),
  after(
    async (page) => {
      await tab('people', 'All floors').reach(page);
      await page.getByLabel('Name of the floor').fill('Second');
      await pressOf(page, 'Open');
    },
    dialog('people', 'Close'),
  ),
  dialog('people/ceo', 'Let go'),
  tab('plugins', 'Installed', 'text=Cost Guard'),
  dialog('plugins', 'Settings', tab('plugins', 'Installed')),
  dialog('plugins', 'Record', tab('plugins', 'Installed')),
  tab('plugins', 'Panels', 'text=from the manifest'),
  tab('plugins', 'Marketplaces', 'text=No marketplace yet'),
  dialog('memory', 'Remember something'),
  after(
    async (page) => {
      await pressOf(page, 'Remember something');
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .first()
        .fill('We deploy on Tuesdays only.');
      await page.getByRole('dialog').getByRole('button', { name: 'Remember', exact: true }).click();
    },
    dialog('memory', 'Correct'),
  ),
  dialog('memory', 'Withdraw'),
  {
    path: 'plan',
    name: 'an answer made the brief',
    reach: async (page) => {
      await page.getByRole('textbox').first().fill('A list of tasks');
      await pressOf(page, 'Say it');
      await pressOf(page, 'Make it the brief');
      await page.getByLabel('Give the office a brief').waitFor();
    },
  },
  tab('forges', 'Triggers', 'text=No trigger yet'),
  dialog('forges', 'Connect a repository'),
  dialog('forges', 'Make a trigger'),
  dialog('models', 'GPT-4o mini'),
  {
    path: 'settings',
    name: 'palette',
    closes: true,
    reach: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('listbox', { name: 'Found' }).waitFor();
    },
  },
  dialog('access', 'Make a token'),
  // From here on the page needs a token.
  {
    path: 'access',
    name: 'dialog of a made token',
    reach: async (page) => {
      await pressOf(page, 'Make a token');
      await page.getByRole('dialog').getByRole('textbox').fill('Ada');
      await pressOf(page, 'Make it');
      await page.getByRole('dialog', { name: 'The token of' }).waitFor();
    },
  },
  // Loaded anew, the page goes on with its token.
  after((page) => page.reload(), dialog('access', 'Revoke Ada')),
];

/** A trigger by a call, which has all dialogs that a trigger can have. */
const madeTrigger: PageState = {
  path: 'forges',
  name: 'dialog of a made trigger',
  reach: async (page) => {
    await tab('forges', 'Triggers').reach(page);
    await pressOf(page, 'Make a trigger');
    const made = page.getByRole('dialog');
    await made.getByRole('button', { name: /What it does/ }).click();
    await page.getByRole('option', { name: /somebody calls/ }).click();
    await made.getByLabel('Name').fill('alerts');
    await made.getByLabel('Brief of its runs').fill('Find out why this alert fired.');
    await made.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('dialog', { name: '“alerts” is made' }).waitFor();
  },
};

/** Dialogs that change what the other states begin with. */
export const furtherDialogs: readonly PageState[] = [
  {
    path: 'runs/RUN',
    name: 'dialog Make it again',
    reach: async (page) => {
      await menuOfChange.reach(page);
      await page.getByRole('menuitem', { name: 'Undo the change' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await menuOfChange.reach(page);
      await page.getByRole('menuitem', { name: 'Make the change again' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  madeTrigger,
  ...['Try it', 'Change', 'New secret', 'Remove'].map((button) =>
    dialog('forges', button, tab('forges', 'Triggers', 'article')),
  ),
  {
    path: 'settings',
    name: 'dialog of keys',
    reach: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  },
];
