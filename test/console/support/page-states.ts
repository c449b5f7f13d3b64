import type { Page } from 'playwright-core';

/** Something that is opened on a page: the page, its name, and how it is reached. */
export interface PageState {
  /** An address; RUN stands for the id of a run that is over. */
  readonly path: string;
  readonly name: string;
  readonly reach: (page: Page) => Promise<void>;
  /** Escape closes it. */
  readonly closes?: boolean;
}

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
  tab('people', 'Hire', 'text=Take a template'),
  tab('people', 'This floor', 'text=Skills on this floor'),
  tab('people', 'Style', 'text=Surroundings'),
  tab('people', 'All floors', 'text=Open a floor'),
  dialog('people', 'Look inside', tab('people', 'All floors')),
  dialog('people', 'Choose a folder…', tab('people', 'All floors')),
  dialog('people', 'From a template or file…', tab('people', 'All floors')),
  dialog('people/ceo', 'Let go'),
  tab('plugins', 'Installed', 'text=Cost Guard'),
  dialog('plugins', 'Settings', tab('plugins', 'Installed')),
  tab('plugins', 'Panels', 'text=from the manifest'),
  tab('plugins', 'Marketplaces', 'text=No marketplace yet'),
  dialog('memory', 'Remember something'),
  tab('forges', 'Triggers', 'text=No trigger yet'),
  dialog('forges', 'Connect a repository'),
  dialog('forges', 'Make a trigger'),
  dialog('access', 'Make a token'),
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
];
