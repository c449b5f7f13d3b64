import { type Command, Option } from 'commander';
import { OfficeRefusal } from '../../client/errors.js';
import type { Office } from '../../client/office.js';
import type { Approval } from '../../protocol/records/work.js';
import type { TurnDiff } from '../../protocol/records/file-changes.js';
import { changesTexts } from '../../protocol/texts/changes.js';
import { ApprovalPrompt } from '../approval-prompt.js';
import type { Act, Around } from '../around.js';
import { office as commandName, office } from '../command-name.js';
import { excerpt, indented, printable } from '../printable.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

interface DeliverOptions {
  readonly into?: string;
  readonly patch?: boolean;
}

const deliverHelp = `
Examples:
  $ ${commandName} deliver run_1a2b office/login
  $ ${commandName} deliver run_1a2b --into workspace
  $ ${commandName} deliver run_1a2b --patch > change.patch`;

export function addDeliver(program: Command, act: Act): void {
  program
    .command('deliver')
    .description('hand over what a run changed: as a git branch, into the workspace, or as a patch')
    .argument('<run>')
    .argument('[branch]', 'the branch to make, with one commit a turn')
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
  const { into, patch = false } = command.opts<DeliverOptions>();
  const ways = [branch, into, patch || undefined].filter((way) => way !== undefined);
  if (ways.length !== 1) throw new UsageError('Name a branch, or give --into or --patch.');
  using office = await around.connect();
  const { out, http, interrupt } = around;
  const { signal } = interrupt;
  if (patch) {
    const said = await office.deliverPatch(id, { signal });
    if (out.isJson) return out.show({ runId: id, message: said }, () => []);
    return await out.pour(http.patchOf(id, [], { signal }));
  }
  if (branch !== undefined) return await deliverBranch(around, office, id, branch);
  const message = await office.mergeRun(id, { signal });
  out.show({ runId: id, message }, () => [message]);
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
  branch: string,
): Promise<void> {
  const { out, interrupt } = around;
  // Standard output carries only records.
  const terminal = around.terminal(out.isJson ? process.stderr : process.stdout);
  const stop = askMeanwhile(around, office, id, terminal);
  try {
    const said = await office.deliverRun(id, branch, { signal: interrupt.signal });
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

const help = `
What is to be known of the change besides is said on standard error.

Examples:
  $ ${office} diff run_1a2b > change.patch && git apply change.patch
  $ ${office} diff run_1a2b --json | jq -r '.files[].path'
  $ ${office} diff run_1a2b --turns          what each turn changed, as far as records keep it`;

export function addDiff(program: Command, act: Act): void {
  program
    .command('diff')
    .description('what a run changed in files in all, as a patch that git takes')
    .argument('<run>')
    .option('--turns', 'the change of each turn, one after another')
    .addHelpText('after', help)
    .action(act(diff));
}

async function diff(around: Around, command: Command): Promise<void> {
  const [id = ''] = command.args;
  const { turns } = command.opts<{ readonly turns?: boolean }>();
  return turns ? diffOfTurns(around, id) : wholeDiff(around, id);
}

async function wholeDiff({ http, out, interrupt: { signal } }: Around, id: string): Promise<void> {
  const changes = await http.changes(id, { signal });
  if (out.isJson) return out.show(changes, () => []);
  await out.pour(http.patchOf(id, [], { signal }));
  const { notes, unrecorded } = changes;
  note(...notes, ...(unrecorded.length > 0 ? [changesTexts.unrecorded(unrecorded)] : []));
}

async function diffOfTurns({ http, out }: Around, id: string): Promise<void> {
  const { turns } = await http.run(id);
  const diffs = turns.flatMap(({ diff: each }) => each ?? []);
  out.list(diffs, (shown) => shown.flatMap(patchLines));
  if (!out.isJson && diffs.some(({ truncated }) => truncated)) note(changesTexts.turnsShortened);
}

function patchLines({ files }: TurnDiff): string[] {
  return files.flatMap(({ patch }) => (patch === '' ? [] : patch.replace(/\n$/, '').split('\n')));
}

/** Printed separately, so that the patch stays intact. */
function note(...lines: readonly string[]): void {
  for (const line of lines) console.error(printable(line));
}
