import type { Command } from 'commander';
import { OfficeRefusal } from '../../client/errors.js';
import type { Office } from '../../client/office.js';
import type { Approval } from '../../protocol/records/work.js';
import { ApprovalPrompt } from '../approval-prompt.js';
import type { Act, Around } from '../around.js';
import { office as commandName } from '../command-name.js';
import { excerpt, indented } from '../printable.js';
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
