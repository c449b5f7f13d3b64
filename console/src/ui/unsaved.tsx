import { Button } from './button.js';

/** Says that a form holds edits, which stay with the tab, and lets them go. */
export function Unsaved({
  of: { isBegun, drop },
}: {
  readonly of: { readonly isBegun: boolean; readonly drop: () => void };
}) {
  if (!isBegun) return null;
  return (
    <>
      <Button onPress={drop}>Undo the edits</Button>
      <span className="muted small">Not saved yet.</span>
    </>
  );
}
