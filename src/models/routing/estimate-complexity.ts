import type { Seniority, StageKind } from '../../protocol/records/enums.js';

/** What is known about a turn before it is routed. */
interface ComplexitySignals {
  readonly stageKind: StageKind;
  /** Brief, purpose and objective. */
  readonly text: string;
  /** 0 for a stage's first turn; rises with rounds and passes. */
  readonly turnIndex: number;
  readonly holdsFileTools: boolean;
  /** Files written so far by the run. */
  readonly filesWritten: number;
  readonly seniority: Seniority;
}

const stageBase: Readonly<Record<StageKind, number>> = {
  intake: 0.15,
  report: 0.2,
  research: 0.35,
  plan: 0.4,
  review: 0.4,
  test: 0.4,
  design: 0.45,
  debate: 0.5,
  build: 0.5,
  workshop: 0.55,
  architect: 0.6,
  integrate: 0.6,
};

const seniorityShare: Readonly<Record<Seniority, number>> = {
  junior: 0.04,
  mid: 0.03,
  senior: 0.02,
  lead: 0.01,
  executive: 0,
};

const hardWords = [
  'concurren',
  'race condition',
  'deadlock',
  'migrat',
  'refactor',
  'backward compat',
  'breaking change',
  'distributed',
  'atomic',
  'idempot',
  'security',
  'vulnerab',
  'performance',
  'optimi',
  'architecture',
  'protocol',
  'schema',
  'rollback',
  'transaction',
  'cache invalidation',
];

const easyWords = ['typo', 'rename', 'copy change', 'label', 'comment', 'format', 'lint'];

/** Difficulty of a turn, 0..1 with two decimals. */
export function estimateComplexity(signals: ComplexitySignals): number {
  const sum =
    stageBase[signals.stageKind] +
    lengthShare(signals.text.length) +
    wordShare(signals.text.toLowerCase()) +
    Math.min(0.12, 0.04 * signals.turnIndex) +
    (signals.holdsFileTools ? 0.08 : 0) +
    Math.min(0.1, 0.01 * signals.filesWritten) +
    seniorityShare[signals.seniority];
  return Math.round(Math.min(1, Math.max(0, sum)) * 100) / 100;
}

function lengthShare(characters: number): number {
  return Math.min(0.15, 0.045 * Math.log2(1 + characters / 400));
}

/** Easy words count only if there are no hard ones. */
function wordShare(text: string): number {
  const hard = countPresent(hardWords, text);
  if (hard > 0) return Math.min(0.22, 0.055 * hard);
  return -Math.min(0.15, 0.06 * countPresent(easyWords, text));
}

function countPresent(words: readonly string[], text: string): number {
  return words.filter((word) => text.includes(word)).length;
}
