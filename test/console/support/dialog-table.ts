/** A dialog: the file of the page that has it, what heads it, and what it begins at. */
export interface DialogRow {
  readonly of: string;
  readonly title: string;
  readonly begins: RegExp;
  /** It stays at the first Escape; once it is left, the page loads itself anew. */
  readonly showsOnce?: true;
}

const row = (of: string, title: string, begins: RegExp): DialogRow => ({ of, title, begins });

/** Every dialog of the page, by the name of the state in which it is open. */
export const dialogTable: Readonly<Record<string, DialogRow>> = {
  'dialog Cancel the run': row('runs/run-questions.tsx', 'Cancel this run?', /^Cancel the run$/),
  'dialog Change': row('pages/forges/change-trigger.tsx', 'Change “alerts”', /^Name/),
  'dialog Change of a forge': row('pages/forges/change-forge.tsx', 'Change acme/widgets', /./),
  'dialog Change the plan': row('runs/change-plan.tsx', 'Change the plan', /Builder 1/),
  'dialog Choose a folder…': row(
    'pages/people/choose-folder.tsx',
    'Choose a folder',
    /^Use this (?:folder|repository)$/,
  ),
  'dialog Close': row('pages/people/floors.tsx', 'Close Second?', /^Leave it$/),
  'dialog Connect a repository': row(
    'pages/forges/connect-forge.tsx',
    'Connect a repository',
    /^Repository/,
  ),
  'dialog Continue': row('runs/run-questions.tsx', 'Continue with a follow-up', /^What next\?$/),
  'dialog Correct': row('pages/memory/write-fact.tsx', 'Correct a fact', /^Fact/),
  'dialog Deliver…': row(
    'runs/review/deliver-dialog.tsx',
    'Deliver the change',
    /^A (?:branch|patch)/,
  ),
  'dialog Discard the worktree': row(
    'runs/run-questions.tsx',
    'Discard the change of this run?',
    /^Leave it$/,
  ),
  'dialog From a template or file…': row(
    'pages/people/import-floor.tsx',
    'Open a floor from a template or file',
    /^Or a file$/,
  ),
  'dialog GPT-4o mini': row('pages/models/model-dialog.tsx', 'GPT-4o mini', /^May be chosen$/),
  'dialog Let go': row('pages/people/role-page.tsx', 'Let Helena Marsh go?', /^Leave it$/),
  'dialog Look inside': row('pages/people/floors.tsx', 'Default project', /^Close$/),
  'dialog Make a token': row('pages/access/make-token.tsx', 'Make a token', /^Name/),
  'dialog Make a trigger': row('pages/forges/make-trigger.tsx', 'Make a trigger', /^Name/),
  'dialog Make it again': row(
    'runs/run-questions.tsx',
    'Make the change again?',
    /^Make it again$/,
  ),
  'dialog Make this folder': row('pages/people/open-floor.tsx', 'Make this folder?', /^Leave it$/),
  'dialog New secret': row('pages/forges/new-secret.tsx', 'A new secret for “alerts”', /^Secret/),
  'dialog New secret of a forge': row(
    'pages/forges/new-secret.tsx',
    'A new secret for the webhook of acme/widgets',
    /./,
  ),
  'dialog Record': row('pages/plugins/plugins-page.tsx', 'office.cost-guard', /^\{/),
  'dialog Remember something': row('pages/memory/write-fact.tsx', 'Remember something', /^Fact$/),
  'dialog Remove': row('pages/forges/triggers.tsx', 'Remove “alerts”?', /^Leave it$/),
  'dialog Remove a marketplace': row(
    'pages/plugins/marketplaces.tsx',
    'Remove Market?',
    /^Leave it$/,
  ),
  'dialog Remove a plugin': row('pages/plugins/plugins-page.tsx', 'Remove Sample?', /^Leave it$/),
  'dialog Remove of a forge': row(
    'pages/forges/forges.tsx',
    'Disconnect acme/widgets?',
    /^Leave it$/,
  ),
  'dialog Remove the key': row(
    'start/provider-keys.tsx',
    'Remove the key of OpenAI?',
    /^Leave it$/,
  ),
  'dialog Remove the newest': row(
    'pages/people/floor-settings.tsx',
    'Remove the newest room?',
    /^Leave it$/,
  ),
  'dialog Revoke Ada': row('pages/access/tokens.tsx', 'Revoke “Ada”', /^Leave it$/),
  'dialog Settings': row(
    'pages/plugins/plugin-settings.tsx',
    'Settings of Cost Guard',
    /Aggressiveness/,
  ),
  'dialog Trust its files': row(
    'pages/people/trust-floor.tsx',
    'Trust the files of Garden?',
    /^Leave it$/,
  ),
  'dialog Try again': row('runs/run-questions.tsx', 'Try again', /^Try again$/),
  'dialog Try it': row('pages/forges/try-trigger.tsx', 'Try “alerts”', /^What it is called with/),
  'dialog Undo from this turn on': row(
    'runs/run-questions.tsx',
    'Undo from this turn on?',
    /^Undo$/,
  ),
  'dialog Undo the change': row('runs/run-questions.tsx', 'Undo the change of this run?', /^Undo$/),
  'dialog Withdraw': row('pages/memory/retract-fact.tsx', 'Withdraw a fact', /^Why$/),
  'dialog Withdrawn': row('pages/memory/retract-fact.tsx', 'Withdrawn', /^Done$/),
  'dialog of a connected repository': row(
    'pages/forges/connect-forge.tsx',
    'acme/widgets is connected',
    /^Copy/,
  ),
  'dialog of a made token': {
    ...row('pages/access/make-token.tsx', 'The token of “Ada”', /^Copy it$/),
    showsOnce: true,
  },
  'dialog of a made trigger': row(
    'pages/forges/make-trigger.tsx',
    '“alerts” is made',
    /^Copy: Its secret/,
  ),
  'dialog of keys': row('app/keys-dialog.tsx', 'Keys', /^All keys/),
  'dialog of the palette': row(
    'app/command-palette.tsx',
    'Search and commands',
    /^What are you looking for\?/,
  ),
};
