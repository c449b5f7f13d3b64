import ora, { type Ora } from 'ora';
import type { RunEvent } from '../client/runs/run-event.js';
import { ceiling, spend } from './money.js';
import { excerpt } from './printable.js';
import { nameOf, type RunView } from './run-view.js';

/** A status line below the output; nothing without a terminal. */
export class Progress {
  private readonly spinner: Ora | undefined;

  constructor(stream: NodeJS.WriteStream, isTerminal: boolean) {
    // Standard input is used for questions.
    if (isTerminal) this.spinner = ora({ stream, discardStdin: false, text: 'waiting' }).start();
  }

  show(event: RunEvent, view: RunView): void {
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

function now(event: RunEvent, view: RunView): string | undefined {
  const { spentUsd, limitUsd } = view.run.budget;
  const money = `${spend(spentUsd)} of ${ceiling(limitUsd)}`;
  switch (event.type) {
    case 'turn.started':
      return `${nameOf(view, event.turn.employeeId)}: ${excerpt(event.turn.purpose, 60)} (${money})`;
    case 'stage.started':
      return `${excerpt(event.stage.spec.name, 40)} (${money})`;
    case 'run.updated':
      return `${event.run.status} (${money})`;
    default:
      return undefined;
  }
}
