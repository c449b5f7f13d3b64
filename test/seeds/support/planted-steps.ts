import { noUsage } from '#models/gateway/usage.js';
import { modelCallStep, toolCallStep } from '#runs/engine/journal/recorded.js';
import type { RunJournal } from '#runs/engine/journal/run-journal.js';
import type { RunSession } from '#runs/engine/journal/run-session.js';
import { type Step, Steps, type StepWork } from '#runs/engine/journal/steps.js';
import type { ModelCalls } from '#runs/engine/turn/lifecycle/model-calls.js';
import type { PlantedFault } from './planted-faults.js';

interface Reserving {
  admitted(session: RunSession, ask: unknown): Promise<unknown>;
}

/** Calls at once do not know of each other's cost. */
export function reserveNothing(real: ModelCalls): void {
  const calls = real as unknown as Reserving;
  const admitted = calls.admitted.bind(real);
  calls.admitted = async (session, ask) => {
    const terms = await admitted(session, ask);
    const { budget } = session;
    session.budget = { ...budget, holds: budget.holds.filter(({ known }) => known) };
    return terms;
  };
}

/** The real steps, with a fault if one is planted. */
export class PlantedSteps extends Steps {
  constructor(
    journal: RunJournal,
    private readonly planted: PlantedFault | null,
  ) {
    super(journal);
  }

  override async once<Open, Result>(
    session: RunSession,
    step: Step<Open, Result>,
    work: StepWork<Open, Result>,
  ): Promise<Result> {
    const kind: unknown = step.kind;
    const isTool = kind === toolCallStep && (work.instead ?? null) === null;
    if (isTool && this.planted === 'interrupted effect repeated') {
      return super.once(session, step, { ...work, cutOff: () => null });
    }
    const isNew = this.find(session, step).state === 'absent';
    if (isTool && isNew && this.planted === 'effect before journal') {
      const result = await work.effect(work.open(null));
      return super.once(session, step, { ...work, effect: async () => result });
    }
    if (kind === modelCallStep && this.planted === 'spend of cut-off calls not booked') {
      const open = (before: Open | null): Open => ({ ...work.open(before), spent: noUsage });
      return super.once(session, step, { ...work, open });
    }
    return super.once(session, step, work);
  }
}
