import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { ApprovalItem } from '../../protocol/records/approval-parts.js';
import type { ApprovalScope } from '../../protocol/records/enums.js';
import type { OfficeState } from '../../protocol/records/office.js';
import type { Approval } from '../../protocol/records/work.js';
import { toldPurpose } from '../../protocol/rules/told-purpose.js';
import type { Act, Around } from '../around.js';
import type { Output } from '../output.js';
import { excerpt, indented } from '../printable.js';
import { office } from '../command-name.js';
import { UsageError } from '../usage-error.js';

interface ApproveOptions {
  readonly refuse?: boolean;
  readonly reason?: string;
  readonly run?: boolean;
  readonly checks?: boolean;
  readonly sandbox?: string;
  readonly item?: readonly string[];
  readonly as?: string;
}

const examples = `
Examples:
  $ ${office} approve                               what waits, and what exactly would be done
  $ ${office} approve appr_1a2b
  $ ${office} approve appr_1a2b --run               and whenever the run asks for the same command
  $ ${office} approve appr_1a2b --checks            and whenever the floor's checks run, until they change
  $ ${office} approve appr_1a2b --sandbox run       and whatever else the run does inside the sandbox
  $ ${office} approve appr_1a2b --item 1 3          yes to two of several commands; the others stay open
  $ ${office} approve appr_1a2b --refuse --reason "use the test database"`;

export function addApprovals(program: Command, act: Act): void {
  program
    .command('approve')
    .description('see what waits for a person, or answer it')
    .argument('[approval]', 'without it, everything that waits is listed')
    .option('--refuse', 'say no')
    .option(
      '--run',
      'yes to the same command for the rest of the run, whatever filters of its output follow',
    )
    .option(
      '--checks',
      "yes to the floor's checks, which run tests that the office writes, until their files change",
    )
    .option(
      '--sandbox <reach>',
      'yes to everything in the sandbox without network, for this "run" or the whole "floor"',
    )
    .option('--item <numbers...>', 'answers those of several commands; the others stay open')
    .option('--reason <text>', 'said to the employee with the answer')
    .option('--as <name>', 'who answers, for the record; the name of your account when absent')
    .addHelpText('after', examples)
    .action(act((around, command) => (command.args.length > 0 ? answer : list)(around, command)));
}

async function list({ http, out }: Around): Promise<void> {
  out.list((await http.state()).approvals, (approvals) => waiting(out, approvals));
}

export function waiting(out: Pick<Output, 'paint'>, approvals: readonly Approval[]): string[] {
  if (approvals.length === 0) return ['Nothing waits for a person.'];
  return approvals.flatMap((approval) => {
    const { id, employeeId, kind, summary, detail, covers, items, touches, checks } = approval;
    const { sandbox } = approval;
    const asked = items?.flatMap(itemLines) ?? indented(detail, '    | ');
    return [
      `${out.paint('bold', id)}  ${employeeId} asks (${kind}) in ${placeOf(approval)}: ${excerpt(summary, 200)}`,
      ...asked,
      ...(touches === undefined ? [] : indented(touches, '    ')),
      ...(covers === undefined || covers === detail ? [] : reaching('--run would reach:', covers)),
      ...(checks === undefined ? [] : reaching('--checks:', checks.told)),
      ...(sandbox === undefined ? [] : reaching('--sandbox run, or floor:', sandbox.told)),
    ];
  });
}

/** A command of several, by the number that `--item` takes. */
function itemLines({ detail, approved }: ApprovalItem, at: number): readonly string[] {
  const answer = approved === undefined ? '' : approved ? ' (approved)' : ' (refused)';
  return [`  ${at + 1}.${answer}`, ...indented(detail, '    | ')];
}

function reaching(heading: string, text: string): readonly string[] {
  return [`    ${heading}`, ...indented(text, '    | ')];
}

function placeOf({ runId, stageName, purpose }: Approval): string {
  const stage = stageName === undefined ? '' : `, stage ${excerpt(stageName, 60)}`;
  return `${runId}${stage}${purpose === undefined ? '' : ` (${excerpt(toldPurpose(purpose), 100)})`}`;
}

async function answer(around: Around, command: Command): Promise<void> {
  const { refuse = false, reason, item, as = accountName() } = command.opts<ApproveOptions>();
  const [id = ''] = command.args;
  const scope = scopeOf(command.opts<ApproveOptions>());
  const words = {
    signal: around.interrupt.signal,
    by: as,
    ...(reason !== undefined && { reason }),
    ...(scope !== undefined && { scope }),
  };
  using office = await around.connect();
  const decided =
    item === undefined
      ? await office.approve(id, !refuse, words)
      : await office.approveItems(id, itemsNumbered(office.state, id, item, !refuse), words);
  around.out.show(decided, ({ summary, status }) => [`${excerpt(summary, 200)}: ${status}.`]);
}

/** @throws UsageError for another reach than a run or a floor */
export function scopeOf({ run, checks, sandbox }: ApproveOptions): ApprovalScope | undefined {
  if (sandbox === 'run' || sandbox === 'floor') return `sandbox-${sandbox}`;
  if (sandbox !== undefined) throw new UsageError('--sandbox takes "run" or "floor".');
  return checks ? 'checks' : run ? 'run' : undefined;
}

/** Answers by item id. An unknown number is sent unchanged, and refused by the service. */
export function itemsNumbered(
  { approvals }: Pick<OfficeState, 'approvals'>,
  approvalId: string,
  numbers: readonly string[],
  answer: boolean,
): Readonly<Record<string, boolean>> {
  const items = approvals.find(({ id }) => id === approvalId)?.items ?? [];
  return Object.fromEntries(
    numbers.map((number) => [items[Number(number) - 1]?.id ?? number, answer]),
  );
}

/** Empty if the account has no name, as in some containers. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
