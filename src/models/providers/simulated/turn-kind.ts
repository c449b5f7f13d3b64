import type { StageKind } from '#protocol/records/enums.js';
import { conversationMark } from './conversation-mark.js';

/** The purpose of a simulated turn. */
export type TurnKind =
  | 'intake'
  | 'plan'
  | 'research'
  | 'debate'
  | 'implementation'
  | 'review'
  | 'test'
  | 'report'
  | 'conversation';

const byStage: Readonly<Record<StageKind, TurnKind>> = {
  intake: 'intake',
  plan: 'plan',
  design: 'plan',
  architect: 'plan',
  research: 'research',
  debate: 'debate',
  workshop: 'debate',
  build: 'implementation',
  integrate: 'implementation',
  review: 'review',
  test: 'test',
  report: 'report',
};

/** Tried in this order if no stage is named. */
const byKeyword: readonly (readonly [TurnKind, RegExp])[] = [
  ['debate', /\b(debate|argue|rebut|workshop)/],
  ['intake', /\b(intake|restate|ambiguit)/],
  ['research', /\b(research|prior art|sources?)\b/],
  ['review', /\breview/],
  ['test', /\b(test|verify|verification)/],
  ['plan', /\b(plan|design|architect)/],
  ['implementation', /\b(implement|build|code)/],
  ['report', /\breport/],
];

const stageLine = /^Stage: \*\*.*\*\* \((\w+)/m;

/** Determines the kind of a turn from its prompt. */
export function turnKind(system: string, ask: string): TurnKind {
  const stage = stageLine.exec(ask)?.[1];
  if (stage !== undefined && stage in byStage) return byStage[stage as StageKind];
  if (system.includes(conversationMark)) return 'conversation';
  const text = `${system}\n${ask}`.toLowerCase();
  return byKeyword.find(([, pattern]) => pattern.test(text))?.[0] ?? 'report';
}
