import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TurnMemory, type TurnReader } from '#memory/turn-memory.js';
import { StoreRetry } from '#platform/database/store-retry.js';
import { inOneLine } from '#platform/text/cleaned.js';
import { clip } from '#platform/text/clip.js';
import { proposeFactTexts as texts } from '#protocol/texts/tools.js';
import { afterForeign } from '#tools/after-foreign.js';
import type { ApprovalAnswer, ApprovalAsk, ProposedFact, RecalledFact } from '#tools/tool.js';
import { toolCallId } from '../../journal/step-keys.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';

const summaryCharacters = 120;

/** Reads memory for a turn's tools, and proposes facts of its employee. */
@Injectable()
export class TurnFacts {
  constructor(
    private readonly memory: TurnMemory,
    private readonly retry: StoreRetry,
  ) {}

  recall(
    turn: ActiveTurn,
    reader: TurnReader,
    query: string,
    limit: number,
  ): Promise<readonly RecalledFact[]> {
    return this.memory.recall(reader, query, limit, turn.memory);
  }

  /**
   * @param key step key of the call, which determines the fact's id: a repeated call writes it once
   */
  async propose(
    turn: ActiveTurn,
    key: string,
    fact: ProposedFact,
    ask: (question: ApprovalAsk) => Promise<ApprovalAnswer>,
  ): Promise<ApprovalAnswer> {
    const { session, request, workspaceId, record } = turn;
    const by = { workspaceId, roleId: request.role.id };
    const answer = await ask(afterForeign(factQuestion(fact, by), session.run.foreign));
    if (!answer.approved) return answer;
    const id = learnedFactId(toolCallId(record.id, key));
    const learned = { ...fact, source: session.run.id };
    await this.retry.persist(() => this.memory.learn(by, id, learned), session.haltSignal);
    return answer;
  }
}

/** The question whether the office may remember a fact. */
function factQuestion({ text, kind, scope }: ProposedFact, by: TurnReader): ApprovalAsk {
  const seenBy = {
    installation: texts.everyFloor,
    workspace: texts.floor(by.workspaceId),
    role: texts.role(by.roleId, by.workspaceId),
  }[scope];
  return {
    kind: 'memory',
    summary: clip(texts.summary(inOneLine(text)), summaryCharacters, '…'),
    detail: texts.detail(text, kind, seenBy),
    touches: texts.touches,
  };
}

/** Id of the fact that a tool call writes; the same if the call is repeated. */
function learnedFactId(callId: string): string {
  return `fact_${createHash('sha256').update(callId).digest('hex').slice(0, 20)}`;
}
