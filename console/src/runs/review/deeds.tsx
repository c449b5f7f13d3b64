import type { RunDeed } from '#protocol/records/evidence.js';
import { doerOf } from '#protocol/rules/who-acts.js';
import { dateTime } from '../../app/format.js';
import { ownName } from '../../app/own-name.js';

/** What became of a change, in words: "undone by Ada", "on branch x". */
export function deedText({ kind, by, byName, branch, undone, note }: RunDeed): string {
  const who = doerOf({ by, byName }, ownName());
  switch (kind) {
    case 'branch':
      return `on branch ${branch ?? ''}, put there by ${who}`;
    case 'workspace':
      return `merged into the folder by ${who}`;
    case 'patch':
      return `handed over as a patch to ${who}`;
    case 'reverted':
      return undone === undefined ? `undone by ${who}` : `undone by ${who}, and made again since`;
    case 'redone':
      return `made again by ${who}`;
    case 'discarded':
      return `discarded by ${who}${note === undefined ? '' : `, as ${note}`}`;
    case 'expired':
      return 'removed with its worktree by the office';
  }
}

/** Deliveries and reverts of a change, in order. */
export function Deeds({ deeds }: { readonly deeds: readonly RunDeed[] }) {
  if (deeds.length === 0) return null;
  return (
    <section className="card stack tight" aria-label="What became of the change">
      <h2 className="part-title">What became of it</h2>
      <ul className="deeds small">
        {deeds.map((deed, index) => (
          <li key={index}>
            {deedText(deed)} at {dateTime(deed.at)}
          </li>
        ))}
      </ul>
    </section>
  );
}
