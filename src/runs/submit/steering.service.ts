import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import type { ServerEventOf } from '../../protocol/events.js';
import type { Run, RunInstruction } from '../../protocol/records/work.js';
import type { WorkPlan } from '../../protocol/records/work-plan.js';
import { describePlan } from '../../protocol/rules/describe-plan.js';
import { steerTexts } from '../../protocol/texts/runs.js';
import { workPlanTexts } from '../../protocol/texts/work-plan.js';
import { argumentCheck } from '../../tools/checked-tool.js';
import { planFrom, setPlanTool } from '../../tools/notes/set-plan.tool.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { planProblem } from '../engine/plan/check-plan.js';
import { ActiveRuns } from '../queue/run-worker.js';
import { RunsRepository } from '../history/runs.repository.js';

const textCharacters = 4000;
const instructionsOfARun = 50;

/** An instruction, another plan, or both. */
interface Steering {
  readonly text?: string;
  readonly plan?: Readonly<Record<string, unknown>>;
}

/**
 * Stores instructions for runs at work beside the run's record; the replica that works on the run
 * receives them with the event, and every later call shows them.
 */
@Injectable()
export class SteeringService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly activeRuns: ActiveRuns,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly workspaces: WorkspacesService,
  ) {}

  @OnOfficeEvent('run.updated')
  onUpdated({ run }: ServerEventOf<'run.updated'>): void {
    this.activeRuns.find(run.id)?.takeAdditions(run);
  }

  /** @throws RefusedError when the run is over, or neither an instruction nor a plan is given */
  async steer(runId: string, given: Steering): Promise<Run> {
    this.refuseLong(runId, given);
    const text = given.text?.trim() ?? '';
    const asked = given.plan === undefined ? null : planOf(given.plan);
    if (text === '' && asked === null) throw new RefusedError(steerTexts.textRequired);
    return this.transactions.run(async (tx) => {
      const run = await this.runs.lockActive(tx, runId);
      if (run === null) throw new RefusedError(steerTexts.refused(runId, steerTexts.notAtWork));
      if (asked !== null) await this.refuseUnfit(tx, run, asked);
      const told = asked === null ? [] : [`${workPlanTexts.changed}\n\n${describePlan(asked)}`];
      const said = [text, ...told].filter((part) => part !== '').join('\n\n');
      const plan = asked !== null && { plan: asked };
      const steered = await this.give(tx, run, { text: said, ...plan });
      tx.publish({ type: 'run.updated', run: steered });
      tx.conclude(steered);
      return steered;
    });
  }

  /**
   * Adds an instruction to a run at work, which the caller has locked and announces.
   * @throws RefusedError when the run has too many
   */
  async give(tx: Tx, run: Run, instruction: Omit<RunInstruction, 'at'>): Promise<Run> {
    const before = run.instructions ?? [];
    if (before.length >= instructionsOfARun) {
      throw new RefusedError(steerTexts.refused(run.id, steerTexts.tooMany(instructionsOfARun)));
    }
    const instructions = [...before, { ...instruction, at: this.clock.now() }];
    await this.runs.storeInstructions(tx, run.id, instructions);
    return { ...run, instructions };
  }

  private refuseLong(runId: string, { text = '' }: Steering): void {
    if (text.trim().length <= textCharacters) return;
    throw new RefusedError(steerTexts.refused(runId, steerTexts.tooLong(textCharacters)));
  }

  private async refuseUnfit(tx: Tx, run: Run, plan: WorkPlan): Promise<void> {
    const floor = await this.workspaces.find(run.workspaceId, tx);
    const specs = run.stages.map(({ spec }) => spec);
    const problem = planProblem(plan, { roles: floor?.org.roles ?? [], specs });
    if (problem !== null) throw new RefusedError(steerTexts.refused(run.id, problem));
  }
}

const checkPlan = argumentCheck('plan', setPlanTool.parameters);

/** @throws RefusedError when it is not in the form of a plan */
function planOf(given: Readonly<Record<string, unknown>>): WorkPlan {
  const checked = checkPlan(given);
  if (!checked.ok) throw new RefusedError(workPlanTexts.badPlan(checked.message));
  return planFrom(checked.args);
}
