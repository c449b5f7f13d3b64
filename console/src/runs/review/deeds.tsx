import type { RunDeed } from '#protocol/records/evidence.js';
import { doerOf } from '#protocol/rules/who-acts.js';
import { dateTime } from '../../app/format.js';
import { ownName } from '../../app/own-name.js';

/** A deed done with a change, and its time: "undone by Ada on 28 Nov 2026, 12:23". */
export function deedText(deed: RunDeed): string {
  const text = `${withoutTime(deed)} on ${dateTime(deed.at)}`;
  return deed.kind === 'reverted' && deed.undone !== undefined
    ? `${text}, and made again since`
    : text;
}

function withoutTime({ kind, by, byName, branch, note }: RunDeed): string {
  if (note !== undefined) return `worktree removed by the office, as ${note}`;
  const who = doerOf({ by, byName }, ownName());
  switch (kind) {
    case 'branch':
      return `on branch ${branch ?? ''}, put there by ${who}`;
    case 'request':
      return `given to the forge as ${branch ?? ''} by ${who}`;
    case 'workspace':
      return `merged into the folder by ${who}`;
    case 'patch':
      return `handed over as a patch to ${who}`;
    case 'reverted':
      return `undone by ${who}`;
    case 'redone':
      return `made again by ${who}`;
    case 'discarded':
      return `discarded by ${who}`;
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
          <li key={index}>{deedText(deed)}</li>
        ))}
      </ul>
    </section>
  );
}
