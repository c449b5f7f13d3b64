/** When a life ends itself, as `kill-switch.mjs` understands it. */
export interface KillPlan {
  /** Which commits are counted: `shared` ones hold the transactions of several runs (ADR 11). */
  readonly of: 'all' | 'shared';
  /** The counted commit at which it ends, from 1. */
  readonly atCommit: number;
  readonly moment: 'before' | 'after';
  /** It is killed after so long, if it has not ended before; null: by its commits alone. */
  readonly afterMs: number | null;
}

/** Work of three runs at once takes over 200 commits; every sixth or so is shared. */
const latest = { all: 60, shared: 10 } as const;
/** Of lives that count all commits, so many die by the clock if nothing kills them before. */
const clockShare = 0.5;
const longestLifeMs = 3000;

/**
 * Every second life is meant to die in a shared commit. Early commits
 * are the likelier ones: what a new life does first happens nowhere else.
 */
export function* killPlans(random: () => number): Generator<KillPlan, never> {
  for (let life = 0; ; life++) {
    const of = life % 2 === 1 ? 'shared' : 'all';
    const atCommit = 1 + Math.floor(random() ** 2 * latest[of]);
    const moment = random() < 0.5 ? 'before' : 'after';
    const byClock = of === 'all' && random() < clockShare;
    yield { of, atCommit, moment, afterMs: byClock ? random() * longestLifeMs : null };
  }
}
