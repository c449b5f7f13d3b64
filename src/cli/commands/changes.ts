import type { Command } from 'commander';
import { OfficeRefusal } from '../../client/errors.js';
import type { Office } from '../../client/office.js';
import type { Approval, TurnDiff } from '../../protocol/records/work.js';
import { changesTexts } from '../../protocol/texts/changes.js';
import { ApprovalPrompt } from '../approval-prompt.js';
import type { Act, Around } from '../around.js';
import { office as commandName, office } from '../command-name.js';
import { excerpt, indented, printable } from '../printable.js';
import type { Terminal } from '../terminal.js';

export function addDeliver(program: Command, act: Act): void {
  program
    .command('deliver')
    .description('make a git branch of what a run changed, one commit a turn')
    .argument('<run>')
    .argument('<branch>')
    .addHelpText('after', `\nExample:\n  $ ${commandName} deliver run_1a2b office/login`)
    .action(act(deliver));
}

async function deliver(around: Around, { args: [id = '', branch = ''] }: Command): Promise<void> {
  using office = await around.connect();
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
