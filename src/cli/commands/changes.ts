import { type Command, Option } from 'commander';
import { OfficeRefusal } from '../../client/errors.js';
import type { Office } from '../../client/office.js';
import type { Approval } from '../../protocol/records/work.js';
import { ApprovalPrompt } from '../approval-prompt.js';
import type { Act, Around } from '../around.js';
import { office as commandName } from '../command-name.js';
import { excerpt, indented } from '../printable.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

interface DeliverOptions {
  readonly into?: string;
  readonly patch?: boolean;
  readonly request?: boolean;
  readonly message?: string;
}

interface RevertOptions {
  readonly turn?: string;
  readonly redo?: boolean;
}

const deliverHelp = `
Examples:
  $ ${commandName} deliver run_1a2b office/login
  $ ${commandName} deliver run_1a2b office/login --message "Add the login page"
  $ ${commandName} deliver run_1a2b --request
  $ ${commandName} deliver run_1a2b --into workspace
  $ ${commandName} deliver run_1a2b --patch > change.patch`;

export function addDeliver(program: Command, act: Act): void {
  program
    .command('deliver')
    .description(
      'hand over what a run changed: as a git branch, a pull request, into the workspace, or as a patch',
    )
    .argument('<run>')
    .argument('[branch]', 'the branch to make, with one commit a turn')
    .option('-m, --message <text>', 'one commit on the branch, with this message')
    .option('--request', "pushed to the floor's forge, with a pull or merge request")
    .addOption(
      new Option('--into <place>', "merge what was done in the run's worktree").choices([
        'workspace',
      ]),
    )
    .option('--patch', 'the patch on standard output')
    .addHelpText('after', deliverHelp)
    .action(act(deliver));
  program
    .command('discard')
    .description("remove the worktree of a run, with a change that wasn't delivered")
    .argument('<run>')
    .action(act(discard));
}

async function deliver(around: Around, command: Command): Promise<void> {
  const [id = '', branch] = command.args;
  const { into, patch = false, request = false, message } = command.opts<DeliverOptions>();
  const ways = [branch, into, patch || undefined, request || undefined].filter(
    (way) => way !== undefined,
  );
  if (ways.length !== 1)
    throw new UsageError('Name a branch, or give --request, --into or --patch.');
  if (message !== undefined && branch === undefined && !request)
    throw new UsageError(
      '--message is that of the commit on a branch. Name the branch, or give --request.',
    );
  using office = await around.connect();
  const { out, http, interrupt, typed } = around;
  const { signal } = interrupt;
  if (request) {
    const body = message === undefined ? {} : { message };
    return out.show(await http.askForRequest(id, body, { signal }), (asked) => [
      `The change goes to the forge as ${asked.branch}, and is then in: ${typed(`forges issues ${asked.forgeId}`)}`,
    ]);
  }
  if (patch) {
    const said = await office.deliverPatch(id, { signal });
    if (out.isJson) return out.show({ runId: id, message: said }, () => []);
    return await out.pour(http.patchOf(id, [], { signal }));
  }
  if (branch !== undefined) return await deliverBranch(around, office, id, { branch, message });
  const said = await office.mergeRun(id, { signal });
  out.show({ runId: id, message: said }, () => [said]);
}

export function addRevert(program: Command, act: Act): void {
  program
    .command('revert')
    .description("put the floor's files back to before a run")
    .argument('<run>')
    .addOption(
      new Option('--turn <turn>', 'to before this turn and all later ones of the run').conflicts(
        'redo',
      ),
    )
    .option('--redo', 'take the last revert of the run back')
    .action(act(revert));
}

async function revert(around: Around, command: Command): Promise<void> {
  const { turn, redo = false } = command.opts<RevertOptions>();
  const [id = ''] = command.args;
  using office = await around.connect();
  const { signal } = around.interrupt;
  const said = redo
    ? await office.redoRun(id, { signal })
    : await office.revertRun(id, { signal, ...(turn !== undefined && { turnId: turn }) });
  around.out.show({ runId: id, message: said }, () => [said]);
}

async function discard(around: Around, { args: [id = ''] }: Command): Promise<void> {
  using office = await around.connect();
  const message = await office.discardRun(id, { signal: around.interrupt.signal });
  around.out.show({ runId: id, message }, () => [message]);
}

async function deliverBranch(
  around: Around,
  office: Office,
  id: string,
  { branch, message }: { readonly branch: string; readonly message: string | undefined },
): Promise<void> {
  const { out, interrupt } = around;
  // Standard output carries only records.
  const terminal = around.terminal(out.isJson ? process.stderr : process.stdout);
  const stop = askMeanwhile(around, office, id, terminal);
  try {
    const words = message === undefined ? {} : { message };
    const said = await office.deliverRun(id, branch, { ...words, signal: interrupt.signal });
    out.show({ runId: id, branch, message: said }, () => [said]);
  } finally {
    stop();
    terminal.close();
  }
}

/**
 * Prints what the delivery waits for and where to answer, and takes an answer here. Returns a
 * function that stops it.
 */
function askMeanwhile(
  around: Around,
  office: Office,
  runId: string,
  terminal: Terminal,
): () => void {
  const prompt = new ApprovalPrompt({
    terminal,
    othersMayAnswer: true,
    answer: (approvalId, approved, reason) => {
      office
        .approve(approvalId, approved, { ...(reason && { reason }) })
        .catch((error: unknown) => {
          // Any other error ends the delivery itself.
          if (error instanceof OfficeRefusal) terminal.print([`  ! ${error.message}`]);
        });
    },
  });
  const ask = (approval: Approval) => {
    if (approval.runId !== runId) return;
    prompt.request(approval, () => terminal.print(waitingFor(around, approval)));
  };
  const stops = [
    office.on('approval.requested', ({ approval }) => ask(approval)),
    office.on('approval.decided', ({ approval }) => prompt.withdraw(approval.id)),
  ];
  for (const approval of office.state.approvals) ask(approval);
  return () => {
    for (const stop of stops) stop();
    prompt.close();
  };
}

function waitingFor(
  { address, typed }: Around,
  { id, employeeId, kind, summary, detail }: Approval,
): string[] {
  return [
    `Waits for a person. ${employeeId} asks (${kind}): ${excerpt(summary, 400)}`,
    ...indented(detail, '    | '),
    `  Answer here, at ${address.url}/ or with: ${typed(`approve ${id}`)}`,
  ];
}
