import { Injectable } from '@nestjs/common';
import { TurnMemory } from '../../../memory/turn-memory.js';
import { clip } from '../../../platform/text/clip.js';
import type { TurnRecord } from '../../../protocol/records/work.js';
import { runTexts } from '../../../protocol/texts.js';
import { EmployeesService } from '../../../workspaces/employees/employees.service.js';
import { spendTurn } from '../../domain/budget.js';
import type { RunCommit } from '../journal/run-commit.js';
import { RunJournal } from '../journal/run-journal.js';
import type { FinishedLoop } from './tool-loop.js';
import type { BegunTurn } from './turn-at-work.js';
import { settledTurn } from './turn-progress.js';

/**
 * Ends a turn in one commit: its record, its spend on the run and on the employee, and the events
 * in the order of behaviour-server.md 4.3, 5.
 */
@Injectable()
export class TurnSettlement {
  constructor(
    private readonly journal: RunJournal,
    private readonly employees: EmployeesService,
    private readonly memory: TurnMemory,
  ) {}

  async settle(turn: BegunTurn, { progress, ending }: FinishedLoop): Promise<TurnRecord> {
    const indexed = turn.memory.facts.map((fact) => fact.id);
    const factIds = [...new Set([...indexed, ...progress.factIds])];
    let record = turn.record;
    await this.journal.commit(turn.session, async (commit) => {
      const shown = factIds.length === 0 ? {} : { memoryFactIds: factIds };
      record = { ...settledTurn(turn.record, progress, ending, commit.at), ...shown };
      commit.turns.push([turn.request.key, record]);
      await this.memory.recordReads(commit.tx, record.runId, factIds);
      this.spend(commit, turn, record);
      await this.announce(commit, turn, record);
    });
    return record;
  }

  private spend(commit: RunCommit, turn: BegunTurn, record: TurnRecord): void {
    const { runId, stageId, usage } = record;
    const { session, request } = turn;
    commit.countTurn(stageId, record.id, usage.costUsd);
    commit.publish({ type: 'budget.updated', runId, ...commit.run.budget });
    commit.tx.afterCommit(() => {
      session.budget = spendTurn(session.budget, `${request.key}/`, usage.costUsd);
    });
  }

  private async announce(commit: RunCommit, turn: BegunTurn, record: TurnRecord): Promise<void> {
    const { role, speech } = turn.request;
    await this.employees.addUsage(commit.tx, turn.workspaceId, role.id, record.usage);
    this.employees.change(commit.tx, turn.workspaceId, role.id, {
      status: record.status === 'failed' ? 'error' : 'idle',
      activity: null,
      currentTurnId: null,
      activeSkillIds: [],
      lastError: record.status === 'failed' ? record.error : null,
    });
    commit.publish({ type: 'turn.finished', turn: record });
    if (record.status === 'failed') {
      const message = runTexts.turnFailed(role.displayName, record.error ?? '');
      commit.publish({ type: 'error', message, runId: record.runId });
    }
    if (speech === undefined || record.text === '') return;
    commit.publish({
      type: 'speech',
      runId: record.runId,
      stageId: record.stageId,
      fromEmployeeId: record.employeeId,
      toEmployeeIds: speech.toEmployeeIds,
      text: clip(record.text, speech.maxCharacters),
      kind: speech.kind,
    });
  }
}
