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

/** An empty text, and null, are none. */
interface ChangeOptions {
  readonly floor?: string;
  readonly pipeline?: string;
  readonly runUsd?: number | null;
  readonly dayUsd?: number | null;
  readonly dayRuns?: number | null;
  readonly name?: string;
  readonly brief?: string;
  readonly cron?: string;
  readonly zone?: string;
  readonly signature?: HookSignature;
  readonly url?: string;
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
    .option('--url <url>', 'that is called')
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
    .description('make its secret anew; the one of before ends at once')
    .argument('<trigger>', 'its id')
    .option('--secret <secret>', 'the new one; one is made when absent')
    .option('--overlap-hours <hours>', 'how long the one of before is good too', amount)
    .action(act(renewSecret));
}

async function change({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  const { zone, on, floor, pipeline, ...same } = command.opts<ChangeOptions>();
  const given = {
    ...same,
    ...(zone !== undefined && { timeZone: zone }),
    ...(on !== undefined && { events: on }),
    ...(floor !== undefined && { workspaceId: floor || null }),
    ...(pipeline !== undefined && { pipelineId: pipeline || null }),
  };
  out.show(await http.changeTrigger(id, given), ({ nextAt }) => [
    `Changed ${id}.`,
    ...(typeof nextAt === 'number' ? [`It is due at ${timeOf(nextAt)}.`] : []),
  ]);
}

async function renewSecret({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  const made = await http.renewTriggerSecret(id, command.opts<SecretOptions>());
  out.show(made, ({ secret = '', formerUntil }) => [
    'Its new secret is shown this once:',
    ...['', `  ${secret}`, ''],
    formerUntil === undefined
      ? 'The one of before has ended.'
      : `The one of before is good until ${timeOf(formerUntil)}.`,
  ]);
}
