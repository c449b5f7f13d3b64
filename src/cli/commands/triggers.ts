import { type Command, Option } from 'commander';
import {
  type HookEvent,
  hookEvents,
  type HookFormat,
  hookFormats,
  type HookSignature,
  hookSignatures,
  type MadeTrigger,
  type Trigger,
  type TriggerDelivery,
} from '../../protocol/records/triggers.js';
import { amount } from '../amount-option.js';
import type { Act, Around } from '../around.js';
import { office } from '../command-name.js';
import type { Output } from '../output.js';
import { printable } from '../printable.js';
import { timeOf } from '../time-of.js';
import { addTriggerChanges } from './trigger-changes.js';

interface RunOptions {
  readonly floor?: string;
  readonly pipeline?: string;
  readonly runUsd?: number;
  readonly dayUsd?: number;
  readonly dayRuns?: number;
}

interface ScheduleOptions extends RunOptions {
  readonly zone?: string;
}

interface HookOptions extends RunOptions {
  readonly signature?: HookSignature;
  readonly secret?: string;
}

interface TellOptions {
  readonly on: readonly HookEvent[];
  readonly format?: HookFormat;
  readonly floor?: string;
  readonly secret?: string;
}

const help = `
Examples:
  $ ${office} triggers                                              what there is
  $ ${office} triggers schedule nightly "0 3 * * *" "Update the dependencies." --zone Europe/Berlin
  $ ${office} triggers hook alerts "Find out why the alert below fired." --day-usd 5
  $ ${office} triggers tell chat https://hooks.slack.com/… --format slack --on approval.waits run.ended
  $ ${office} triggers change trigger_1a2b --cron "0 4 * * *" --day-usd 5
  $ ${office} triggers secret trigger_1a2b                          a new one, told once
  $ ${office} triggers pause trigger_1a2b`;

export function addTriggers(program: Command, act: Act): void {
  const triggers = program
    .command('triggers')
    .description('schedules, hooks that others call, hooks that call others')
    .addHelpText('after', help)
    .action(act(list));
  withRuns(
    triggers
      .command('schedule')
      .description('begin a run by the clock')
      .argument('<name>', 'for people')
      .argument('<cron>', 'minute, hour, day of the month, month, day of the week')
      .argument('<brief>', 'of each run')
      .option('--zone <name>', 'time zone, such as Europe/Berlin; UTC when absent'),
  ).action(act(schedule));
  withRuns(
    triggers
      .command('hook')
      .description('begin a run when somebody calls')
      .argument('<name>', 'for people')
      .argument('<brief>', 'of each run; what the caller sends stands beside it')
      .addOption(new Option('--signature <form>', 'how callers sign').choices([...hookSignatures]))
      .option('--secret <secret>', 'by which they sign; one is made when absent'),
  ).action(act(hook));
  triggers
    .command('tell')
    .description('call an address when something happens')
    .argument('<name>', 'for people')
    .argument('<url>', 'the address')
    .addOption(
      new Option('--on <events...>', 'what is told').choices([...hookEvents]).makeOptionMandatory(),
    )
    .addOption(new Option('--format <format>', 'of the body').choices([...hookFormats]))
    .option('--floor <id>', 'only runs of this floor')
    .option('--secret <secret>', 'by which bodies are signed; one is made when absent')
    .action(act(tell));
  addTriggerChanges(triggers, act);
  for (const [name, description, action] of onOne) {
    triggers
      .command(name)
      .description(description)
      .argument('<trigger>', 'its id')
      .action(act(action));
  }
}

const onOne = [
  ['log', 'the last times that it went off', log],
  ['try', 'let it go off once with a sample', tryOnce],
  ['pause', 'begin and tell nothing', pause],
  ['resume', 'go on', resume],
  ['remove', 'remove it with its log', remove],
] as const;

function withRuns(command: Command): Command {
  return command
    .option('--floor <id>', 'the floor; the first one when absent')
    .option('--pipeline <id>', 'the pipeline; the office chooses when absent')
    .option('--run-usd <usd>', 'ceiling of each run', amount)
    .option('--day-usd <usd>', 'ceiling of all runs of a day', amount)
    .option('--day-runs <count>', 'most runs within a day', amount);
}

function runsOf({ floor, pipeline, runUsd, dayUsd, dayRuns }: RunOptions) {
  return {
    ...(floor !== undefined && { workspaceId: floor }),
    ...(pipeline !== undefined && { pipelineId: pipeline }),
    ...(runUsd !== undefined && { runUsd }),
    ...(dayUsd !== undefined && { dayUsd }),
    ...(dayRuns !== undefined && { dayRuns }),
  };
}

async function list({ http, out }: Around): Promise<void> {
  out.list(await http.triggers(), (triggers) => rows(out, triggers));
}

function rows(out: Output, triggers: readonly Trigger[]): string[] {
  if (triggers.length === 0) return [`No triggers. "${office} triggers --help" has examples.`];
  return out.table(
    ['trigger', 'kind', 'name', 'what', 'state'],
    triggers.map((trigger) => [
      trigger.id,
      trigger.kind,
      printable(trigger.name),
      printable(whatOf(trigger)),
      trigger.paused ? 'paused' : 'on',
    ]),
  );
}

function whatOf({ kind, cron, timeZone, path, host, events = [] }: Trigger): string {
  if (kind === 'schedule') return `${cron} ${timeZone}`;
  return kind === 'hook' ? `POST /${path}` : `${host}: ${events.join(' ')}`;
}

async function schedule({ http, out }: Around, command: Command): Promise<void> {
  const [name = '', cron = '', brief = ''] = command.args;
  const { zone, ...runs } = command.opts<ScheduleOptions>();
  const zoned = zone !== undefined && { timeZone: zone };
  tellMade(
    out,
    await http.makeTrigger({ kind: 'schedule', name, cron, brief, ...zoned, ...runsOf(runs) }),
  );
}

async function hook({ http, out }: Around, command: Command): Promise<void> {
  const [name = '', brief = ''] = command.args;
  const { signature, secret, ...runs } = command.opts<HookOptions>();
  const signed = {
    ...(signature !== undefined && { signature }),
    ...(secret !== undefined && { secret }),
  };
  tellMade(out, await http.makeTrigger({ kind: 'hook', name, brief, ...signed, ...runsOf(runs) }));
}

async function tell({ http, out }: Around, command: Command): Promise<void> {
  const [name = '', url = ''] = command.args;
  const { on, format, floor, secret } = command.opts<TellOptions>();
  tellMade(
    out,
    await http.makeTrigger({
      ...{ kind: 'outbound', name, url, events: on },
      ...(format !== undefined && { format }),
      ...(floor !== undefined && { workspaceId: floor }),
      ...(secret !== undefined && { secret }),
    }),
  );
}

function tellMade(out: Output, made: MadeTrigger): void {
  out.show(made, ({ id, path, secret, nextAt }) => [
    `Made ${id}.`,
    ...(typeof nextAt === 'number' ? [`It is due at ${timeOf(nextAt)}.`] : []),
    ...(path === undefined ? [] : [`It is called with POST /${path}, below the office's address.`]),
    ...(secret === undefined ? [] : ['Its secret is shown this once:', '', `  ${secret}`]),
  ]);
}

async function log({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.list(await http.deliveriesOf(id), (deliveries) => logRows(out, deliveries));
}

function logRows(out: Output, deliveries: readonly TriggerDelivery[]): string[] {
  if (deliveries.length === 0) return ['It has not gone off yet.'];
  return out.table(
    ['when', 'by', 'state', 'run', 'why'],
    deliveries.map(({ at, source, state, runId, message, attempts }) => [
      timeOf(at),
      source,
      attempts > 1 ? `${state} (${attempts} attempts)` : state,
      runId ?? '-',
      printable(message ?? '-'),
    ]),
  );
}

async function tryOnce({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.tryTrigger(id), ({ state, runId, message }) => [
    [state, runId, message].filter((part) => part !== null).join(' '),
  ]);
}

async function pause({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.changeTrigger(id, { paused: true }), () => [`Paused ${id}.`]);
}

async function resume({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.changeTrigger(id, { paused: false }), () => [`${id} goes on.`]);
}

async function remove({ http, out }: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  out.show(await http.removeTrigger(id), () => [`Removed ${id}.`]);
}
