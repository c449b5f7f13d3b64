import { Button } from './button.js';

/** Says that a form holds edits, which stay with the tab, and lets them go. */
export function Unsaved({
  isEdited,
  onUndo,
}: {
  readonly isEdited: boolean;
  readonly onUndo: () => void;
}) {
  if (!isEdited) return null;
  return (
    <>
      <Button onPress={onUndo}>Undo the edits</Button>
      <span className="muted small">Not saved yet.</span>
    </>
  );
}
