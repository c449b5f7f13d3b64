import { type Command, Option } from 'commander';
import {
  type HookEvent,
  hookEvents,
  type HookFormat,
  hookFormats,
  type HookSignature,
  hookSignatures,
} from '../../protocol/records/triggers.js';
import { amount, amountOrNone } from '../amount-option.js';
import type { Act, Around } from '../around.js';
import { timeOf } from '../time-of.js';

/** An empty text is none. */
interface ChangeOptions {
  readonly floor?: string;
  readonly pipeline?: string;
  readonly runUsd?: number | '';
  readonly dayUsd?: number | '';
  readonly dayRuns?: number | '';
  readonly name?: string;
  readonly brief?: string;
  readonly cron?: string;
  readonly zone?: string;
  readonly signature?: HookSignature;
  readonly address?: string;
  readonly on?: readonly HookEvent[];
  readonly format?: HookFormat;
}

interface SecretOptions {
  readonly secret?: string;
  readonly overlapHours?: number;
}

/** Commands that change a trigger and make its secret anew. */
export function addTriggerChanges(triggers: Command, act: Act): void {
  triggers
    .command('change')
    .description('change what it does; what is not named stays')
    .argument('<trigger>', 'its id')
    .option('--name <name>', 'for people')
    .option('--brief <brief>', 'of each run')
    .option('--cron <cron>', 'of a schedule')
    .option('--zone <name>', 'of a schedule')
    .addOption(new Option('--signature <form>', 'how callers sign').choices([...hookSignatures]))
    .option('--address <url>', 'that is called')
    .addOption(new Option('--on <events...>', 'what is told').choices([...hookEvents]))
    .addOption(new Option('--format <format>', 'of the body').choices([...hookFormats]))
    .option('--floor <id>', 'the floor; empty: the first one, or of what tells others all')
    .option('--pipeline <id>', 'the pipeline; empty: the office chooses')
    .option('--run-usd <usd>', 'ceiling of each run; empty: that of the floor', amountOrNone)
    .option('--day-usd <usd>', 'ceiling of all runs of a day; empty: none', amountOrNone)
    .option('--day-runs <count>', 'most runs within a day; empty: 50', amountOrNone)
    .action(act(change));
  triggers
    .command('secret')
    .description('make its secret anew; the former one ends at once')
    .argument('<trigger>', 'its id')
    .option('--secret <secret>', 'the new one; one is made when absent')
    .option('--overlap-hours <hours>', 'how long the former one works too', amount)
    .action(act(renewSecret));
}

async function change({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  const { zone, on, floor, pipeline, address, ...options } = command.opts<ChangeOptions>();
  const { runUsd, dayUsd, dayRuns, ...same } = options;
  const given = {
    ...same,
    ...orNone({ workspaceId: floor, pipelineId: pipeline, runUsd, dayUsd, dayRuns }),
    ...(address !== undefined && { url: address }),
    ...(zone !== undefined && { timeZone: zone }),
    ...(on !== undefined && { events: on }),
  };
  out.show(await http.changeTrigger(id, given), ({ nextAt }) => [
    `Changed ${id}.`,
    ...(typeof nextAt === 'number' ? [`It is due at ${timeOf(nextAt)}.`] : []),
  ]);
}

/** Turns empty texts into null and leaves out absent values. */
function orNone<T extends object>(
  given: T,
): { [K in keyof T]?: Exclude<T[K], '' | undefined> | null } {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const told = named.map(([name, value]) => [name, value === '' ? null : value] as const);
  return Object.fromEntries(told) as { [K in keyof T]?: Exclude<T[K], '' | undefined> | null };
}

async function renewSecret({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  const made = await http.renewTriggerSecret(id, command.opts<SecretOptions>());
  out.show(made, ({ secret = '', formerUntil }) => [
    'Its new secret is shown this once:',
    ...['', `  ${secret}`, ''],
    formerUntil === undefined
      ? 'The former secret no longer works.'
      : `The former secret works until ${timeOf(formerUntil)}.`,
  ]);
}
