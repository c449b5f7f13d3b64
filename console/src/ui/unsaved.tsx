import { Button } from './button.js';
import { Stale } from './discard.js';

/** Says that a form holds edits, which stay with the tab, and lets them go. */
export function Unsaved({
  of: { isBegun, isStale, drop },
}: {
  readonly of: { readonly isBegun: boolean; readonly isStale: boolean; readonly drop: () => void };
}) {
  if (!isBegun) return null;
  return (
    <>
      <Button onPress={drop}>Undo the edits</Button>
      <span className="muted small">Not saved yet.</span>
      <Stale isStale={isStale} />
    </>
  );
}
