import type { NewTrigger } from '#client/http/trigger-operations.js';
import type { Trigger, TriggerKind } from '#protocol/records/triggers.js';

type Value = string | number | readonly string[];

/** A field of a trigger, and where each door has it. */
interface TriggerField {
  /** Two values; null: none, where it may be none. */
  readonly values: readonly [made: Value, changed: Value, none?: null];
  /** Of the command line; absent: an argument when it is made, and `--<name>` later. */
  readonly option?: string;
  /** On the page. */
  readonly label: string;
  /** What the page calls the values, if they are chosen there. */
  readonly choices?: readonly [made: string, changed: string];
}

/** Floors that the rows name. */
export const floorNames = ['One floor', 'Other floor'] as const;

function field(
  values: TriggerField['values'],
  label: string,
  others: Pick<TriggerField, 'option' | 'choices'> = {},
): TriggerField {
  return { values, label, ...others };
}

const name = field(['first', 'second'], 'Name');
const workspaceId = field(['one-floor', 'other-floor', null], 'Floor', {
  option: 'floor',
  choices: floorNames,
});
const secret = field([`whsec_${'a'.repeat(43)}=`, `whsec_${'b'.repeat(43)}=`], 'Secret', {
  option: 'secret',
});

const runs = {
  ...{ name, workspaceId },
  brief: field(['Do it.', 'Do it again.'], 'Brief of its runs'),
  pipelineId: field(['quick-answer', 'code-change', null], 'Pipeline', {
    option: 'pipeline',
    choices: ['Quick answer', 'Code change'],
  }),
  runUsd: field([1, 1.5, null], 'Ceiling of a run, USD', { option: 'run-usd' }),
  dayUsd: field([2, 2.5, null], 'Ceiling of a day, USD', { option: 'day-usd' }),
  dayRuns: field([3, 4, null], 'Runs a day', { option: 'day-runs' }),
};

/** Every field of every kind. A secret is made anew by a door of its own. */
const fields = {
  schedule: {
    ...runs,
    cron: field(['0 3 1 1 *', '0 4 1 1 *'], 'Five fields'),
    timeZone: field(['Europe/Berlin', 'UTC'], 'Time zone', { option: 'zone' }),
  },
  hook: {
    ...{ ...runs, secret },
    signature: field(['github', 'standard'], 'Callers sign', {
      option: 'signature',
      choices: ['As GitHub does', 'Standard Webhooks'],
    }),
  },
  outbound: {
    ...{ name, workspaceId, secret },
    url: field(['http://127.0.0.1:9/a', 'http://127.0.0.1:7/b'], 'ddress that is called', {
      option: 'address',
    }),
    events: field([['run.ended'], ['approval.waits', 'budget.passed']], 'It tells of', {
      option: 'on',
    }),
    format: field(['slack', 'teams'], 'Form of what is sent', {
      option: 'format',
      choices: ['Message for Slack', 'Card for Teams'],
    }),
  },
} satisfies Readonly<Record<TriggerKind, Partial<Record<keyof NewTrigger, TriggerField>>>>;

type Fields = typeof fields;
type Listed = keyof Fields['schedule'] | keyof Fields['hook'] | keyof Fields['outbound'];
type Left = Exclude<keyof NewTrigger, 'kind' | Listed>;
/** Does not compile while a field has no row. */
const triggerFields: [Left] extends [never] ? Fields : never = fields;

export type TriggerRow = readonly [name: keyof NewTrigger, field: TriggerField];

export function rowsOf(kind: TriggerKind): readonly TriggerRow[] {
  return Object.entries(triggerFields[kind]) as unknown as readonly TriggerRow[];
}

export type Turn = 0 | 1 | 2;

/** The fields of a kind with their values of a turn; null where one may be none. */
export function valuesAt(kind: TriggerKind, turn: Turn): Readonly<Record<string, Value | null>> {
  const given = rowsOf(kind).map(([name, { values }]) => [name, values[turn]] as const);
  const named = given.filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as Record<string, Value | null>;
}

/** What is shown of a trigger's fields, none as undefined. The secret is shown once, of the address its origin. */
export function shownOf(kind: TriggerKind, turn: Turn): Partial<Trigger> {
  const { url, secret: _secret, ...given } = valuesAt(kind, turn);
  const shown = Object.entries(given).map(([name, value]) => [
    name,
    value === null && name !== 'workspaceId' ? undefined : value,
  ]);
  return {
    ...Object.fromEntries(shown),
    ...(typeof url === 'string' && { host: new URL(url).origin }),
  } as Partial<Trigger>;
}

/** The same part of a trigger. */
export function partOf(kind: TriggerKind, turn: Turn, trigger: Trigger | undefined): object {
  const names = Object.keys(shownOf(kind, turn));
  return Object.fromEntries(Object.entries(trigger ?? {}).filter(([name]) => names.includes(name)));
}
