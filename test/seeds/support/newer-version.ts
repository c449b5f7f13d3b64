import { journalVersion } from '#runs/engine/journal/journal-version.js';
import type { RunsRepository } from '#runs/history/runs.repository.js';
import type { RunClaims } from '#runs/queue/run-claims.js';

/** The journals of a version to come. */
export const newerJournal = journalVersion + 1;

/** Runs that begin here have newer journals, which this replica reads as well as the older ones. */
export function makeNewer(runs: RunsRepository, claims: RunClaims): void {
  const insert = runs.insert.bind(runs);
  runs.insert = async (tx, run, autoApproveShell) => {
    await insert(tx, run, autoApproveShell);
    const statement = 'UPDATE runs SET journal_version = ? WHERE id = ?';
    await tx.manager.query(statement, [newerJournal, run.id]);
  };
  const find = runs.find.bind(runs);
  runs.find = async (id) => {
    const row = await find(id);
    if (row?.journalVersion === newerJournal) row.journalVersion = journalVersion;
    return row;
  };
  claimUpTo(claims, newerJournal);
}

export function claimUpTo(claims: RunClaims, newestJournal: number): void {
  const { claimant } = claims as unknown as { readonly claimant: object };
  Object.assign(claims, { claimant: { ...claimant, newestJournal } });
}
