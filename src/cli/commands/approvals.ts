import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { Approval } from '../../protocol/records/work.js';
import type { Act, Around } from '../around.js';
import type { Output } from '../output.js';
import { excerpt, indented } from '../printable.js';
import { office } from '../command-name.js';

interface ApproveOptions {
  readonly refuse?: boolean;
  readonly reason?: string;
  readonly run?: boolean;
  readonly as?: string;
}

const examples = `
Examples:
  $ ${office} approve                               what waits, and what exactly would be done
  $ ${office} approve appr_1a2b
  $ ${office} approve appr_1a2b --run               and whenever the run asks for the same command
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
    .option('--reason <text>', 'said to the employee with the answer')
    .option('--as <name>', 'who answers, for the record; the name of your account when absent')
    .addHelpText('after', examples)
    .action(act((around, command) => (command.args.length > 0 ? answer : list)(around, command)));
}

async function list({ http, out }: Around): Promise<void> {
  out.list((await http.state()).approvals, (approvals) => waiting(out, approvals));
}

function waiting(out: Output, approvals: readonly Approval[]): string[] {
  if (approvals.length === 0) return ['Nothing waits for a person.'];
  return approvals.flatMap((approval) => {
    const { id, employeeId, kind, summary, detail, covers } = approval;
    const reach = covers === undefined || covers === detail ? [] : ['--run would reach:'];
    return [
      `${out.paint('bold', id)}  ${employeeId} asks (${kind}) in ${placeOf(approval)}: ${excerpt(summary, 200)}`,
      ...indented(detail, '    | '),
      ...reach.flatMap((line) => [`    ${line}`, ...indented(covers ?? '', '    | ')]),
    ];
  });
}

function placeOf({ runId, stageName, purpose }: Approval): string {
  const stage = stageName === undefined ? '' : `, stage ${excerpt(stageName, 60)}`;
  return `${runId}${stage}${purpose === undefined ? '' : ` (${excerpt(purpose, 100)})`}`;
}

async function answer(around: Around, command: Command): Promise<void> {
  const {
    refuse = false,
    reason,
    run = false,
    as = accountName(),
  } = command.opts<ApproveOptions>();
  const [id = ''] = command.args;
  using office = await around.connect();
  const decided = await office.approve(id, !refuse, {
    signal: around.interrupt.signal,
    by: as,
    ...(reason !== undefined && { reason }),
    ...(run && { scope: 'run' as const }),
  });
  around.out.show(decided, ({ summary, status }) => [`${excerpt(summary, 200)}: ${status}.`]);
}

/** Empty if the account has no name, as in some containers. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
