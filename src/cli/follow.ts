import ora, { type Ora } from 'ora';
import type { Office } from '../client/office.js';
import type { RunEvent } from '../client/runs/run-event.js';
import type { Run, RunDetail } from '../protocol/records/work.js';
import { toldTurn } from '../protocol/rules/told-purpose.js';
import type { Around } from './around.js';
import { exitCodes } from './exit-codes.js';
import { ceiling, spend } from './money.js';
import type { Output } from './output.js';
import { excerpt } from './printable.js';
import { renderAccepted, renderReport } from './render-report.js';
import { nameOf, type FollowedRun } from './followed-run.js';
import { printRun } from './print-run.js';

/** Follows a run to its end; returns the exit code. Ctrl-C leaves the run at work. */
export async function followRun(around: Around, run: Run): Promise<number> {
  using office = await around.connect();
  try {
    await (around.out.isJson ? printEvents(around, office, run) : printText(around, office, run));
  } catch (error) {
    if (around.interrupt.signal.aborted) {
      around.out.say('', `The run goes on. Watch it: ${around.typed(`follow ${run.id}`)}`);
      around.out.say(`Stop it: ${around.typed(`cancel ${run.id}`)}`);
    }
    throw error;
  }
  return codeOf(await around.http.run(run.id));
}

async function printEvents({ out, interrupt }: Around, office: Office, run: Run): Promise<void> {
  const events = office.followRun(run.id, { signal: interrupt.signal });
  for await (const event of events) out.show<RunEvent>(event, () => []);
}

async function printText(around: Around, office: Office, run: Run): Promise<void> {
  const { out, interrupt } = around;
  const terminal = around.terminal();
  const progress = new Progress(process.stdout, out.isTerminal);
  try {
    out.say(...renderAccepted(run));
    await printRun({
      office,
      run,
      terminal: {
        print: (lines) =>
          progress.over(() => terminal.print(lines.map((line) => paint(out, line)))),
        ask: (question, withdrawn) => progress.aside(() => terminal.ask(question, withdrawn)),
      },
      // The office continues without this command, so others may answer.
      othersMayAnswer: true,
      onEvent: (event, view) => progress.show(event, view),
      signal: interrupt.signal,
    });
    progress.stop();
    out.say(...renderReport(await around.http.run(run.id)));
  } finally {
    progress.stop();
    terminal.close();
  }
}

/** Highlights titles of stages, and errors. */
function paint(out: Output, line: string): string {
  if (/^\[\d+\/\d+\] /.test(line)) return out.paint('bold', line);
  return /^ {2}(?:! |Stage failed)/.test(line) ? out.paint('red', line) : line;
}

function codeOf({ status }: RunDetail): number {
  return status === 'done' ? exitCodes.done : exitCodes.failed;
}

/** A status line below the output; nothing without a terminal. */
class Progress {
  private readonly spinner: Ora | undefined;

  constructor(stream: NodeJS.WriteStream, isTerminal: boolean) {
    // Standard input is used for questions.
    if (isTerminal) this.spinner = ora({ stream, discardStdin: false, text: 'waiting' }).start();
  }

  show(event: RunEvent, view: FollowedRun): void {
    if (this.spinner !== undefined) this.spinner.text = now(event, view) ?? this.spinner.text;
  }

  /** Prints above the line. */
  over(print: () => void): void {
    this.spinner?.clear();
    print();
    if (this.spinner?.isSpinning) this.spinner.render();
  }

  /** Hides the line during a question. */
  async aside<T>(ask: () => Promise<T>): Promise<T> {
    this.spinner?.stop();
    try {
      return await ask();
    } finally {
      this.spinner?.start();
    }
  }

  stop(): void {
    this.spinner?.stop();
  }
}

function now(event: RunEvent, view: FollowedRun): string | undefined {
  const { spentUsd, limitUsd } = view.run.budget;
  const money = `${spend(spentUsd)} of ${ceiling(limitUsd)}`;
  switch (event.type) {
    case 'turn.started':
      return `${excerpt(toldTurn(nameOf(view, event.turn.employeeId), event.turn.purpose), 90)} (${money})`;
    case 'stage.started':
      return `${excerpt(event.stage.spec.name, 40)} (${money})`;
    case 'run.updated':
      return `${event.run.status} (${money})`;
    default:
      return undefined;
  }
}
