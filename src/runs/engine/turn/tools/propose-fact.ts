import { createHash } from 'node:crypto';
import type { TurnReader } from '#memory/turn-memory.js';
import { inOneLine } from '#platform/text/cleaned.js';
import { clip } from '#platform/text/clip.js';
import type { Role } from '#protocol/records/organisation.js';
import { proposeFactTexts as texts } from '#protocol/texts/tools.js';
import type { ApprovalAsk, ProposedFact } from '#tools/tool.js';

const summaryCharacters = 120;

/** True if an employee may propose facts. */
export function mayPropose({ seniority }: Pick<Role, 'seniority'>): boolean {
  return seniority === 'lead' || seniority === 'executive';
}

/** The question whether the office may remember a fact. */
export function factQuestion({ text, kind, scope }: ProposedFact, by: TurnReader): ApprovalAsk {
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
export function learnedFactId(callId: string): string {
  return `fact_${createHash('sha256').update(callId).digest('hex').slice(0, 20)}`;
}
