import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '#platform/errors/office-error.js';
import { deliveryTexts } from '#protocol/texts/delivery.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import type { EndedRun } from '../ended-runs.js';
import { InTheWayError, putBack } from '../put-back.js';
import { isUnrecorded, recordedWrites } from '../recorded-writes.js';
import { SnapshotError } from '../shadow-git.js';
import type { ShadowRepository } from '../shadow-repository.js';
import { directoriesOf, type Entry, type TreeEntries } from '../tree.js';
import { effectiveWrites, historyOf } from '../write-history.js';
import { planMerge, type TextMerge } from './merge-plan.js';

interface MergeOrder {
  readonly changes: EndedRun;
  /** States of the worktree. */
  readonly from: ShadowRepository;
  /** States of the workspace. */
  readonly into: ShadowRepository;
}

/**
 * Merges a worktree's change into the workspace, all of it or nothing. Files that are merged
 * already stay, so another merge completes an interrupted one.
 * @returns number of changed files
 * @throws RefusedError naming files that both sides changed, or whose content is not recorded
 * @throws SnapshotError if states are no longer kept
 */
export async function mergeChange(order: MergeOrder): Promise<number> {
  const { all, now } = await readyMerge(order);
  try {
    await putBack(order.into, { wanted: all, now, moves: [] });
  } catch (thrown) {
    if (!(thrown instanceof InTheWayError)) throw thrown;
    throw new RefusedError(worktreeTexts.conflicts(order.changes.run.id, [thrown.path]));
  }
  const isFile = (name: string): boolean =>
    all.get(name)?.kind !== 'directory' && now.get(name)?.kind !== 'directory';
  return [...all.keys()].filter(isFile).length;
}

interface ReadyMerge {
  /** The wanted entry of each path that changes. */
  readonly all: TreeEntries;
  readonly now: TreeEntries;
}

/** Prepares a merge without writing files; refuses as a merge does. */
export async function readyMerge({ changes, from, into }: MergeOrder): Promise<ReadyMerge> {
  const { id } = changes.run;
  const turns = [...changes.earlier, ...changes.turns];
  if (turns.some(isUnrecorded)) throw new RefusedError(deliveryTexts.notRecorded(id));
  const writes = effectiveWrites(await recordedWrites(from, turns));
  const { origins, left } = historyOf(writes);
  if (left.size === 0) throw new RefusedError(deliveryTexts.nothingToDeliver(id));
  const names = [...left.keys()];
  const around = names.flatMap((name) => directoriesOf(name));
  const now = await into.entries(await into.snapshot(), [...new Set([...names, ...around])]);
  const { wanted, texts, conflicts, unheld } = planMerge(origins, left, now);
  if (unheld.length > 0) throw new RefusedError(deliveryTexts.notHeld(id, unheld));
  if (conflicts.length > 0) throw new RefusedError(worktreeTexts.conflicts(id, conflicts));
  const taken = [...wanted].flatMap(([name, entry]) =>
    contentOf(entry) === contentOf(left.get(name)) ? contentOf(entry) : [],
  );
  const sides = texts.flatMap(({ base, theirs }) => [base.id, theirs.id]);
  await lend(from, into, [...taken.filter((id) => id !== null), ...sides]);
  const merged = await mergeTexts(into, id, texts);
  return { all: new Map([...wanted, ...merged]), now };
}

function contentOf(entry: Entry | null | undefined): string | null {
  return entry?.kind === 'file' || entry?.kind === 'link' ? entry.id : null;
}

/** Copies contents of the worktree's shadow repository into the workspace's. */
async function lend(
  from: ShadowRepository,
  into: ShadowRepository,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const packs = path.join(into.place.gitDirectory, 'objects', 'pack');
  await mkdir(packs, { recursive: true });
  const input = ids.map((id) => `${id}\n`).join('');
  await from.run({ args: ['pack-objects', '-q', path.join(packs, 'pack')], input });
}

/** @throws RefusedError naming the files whose texts cannot be merged */
async function mergeTexts(
  into: ShadowRepository,
  runId: string,
  texts: readonly TextMerge[],
): Promise<TreeEntries> {
  const merged = new Map<string, Entry>();
  const conflicts: string[] = [];
  const folder = path.join(into.place.gitDirectory, `merge-${crypto.randomUUID()}`);
  await mkdir(folder);
  try {
    for (const [at, text] of texts.entries()) {
      const id = await mergeText(into, path.join(folder, String(at)), text);
      if (id === null) conflicts.push(text.path);
      else merged.set(text.path, { kind: 'file', id, mode: text.mode });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (conflicts.length > 0) throw new RefusedError(worktreeTexts.conflicts(runId, conflicts));
  return merged;
}

/** The id of the merged text; null: both sides changed the same places, or it is no text. */
async function mergeText(
  into: ShadowRepository,
  folder: string,
  { base, ours, theirs }: TextMerge,
): Promise<string | null> {
  await into.writeContents([ours, base, theirs], folder);
  const [one = '', ...others] = ['0', '1', '2'].map((name) => path.join(folder, name));
  try {
    await into.run({ args: ['merge-file', '-q', one, ...others] });
  } catch (thrown) {
    if (thrown instanceof SnapshotError && !thrown.isLasting) return null;
    throw thrown;
  }
  return (await into.run({ args: ['hash-object', '-w', '--no-filters', one] })).trim();
}
