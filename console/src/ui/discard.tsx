import { Button } from './button.js';

/** Discards on purpose what was typed in a dialog, which is otherwise there when it is opened again. */
export function Discard({
  of: { isBegun, isStale, drop },
  onClose,
}: {
  readonly of: { readonly isBegun: boolean; readonly isStale: boolean; readonly drop: () => void };
  readonly onClose: () => void;
}) {
  if (!isBegun) return null;
  const discard = () => {
    drop();
    onClose();
  };
  return (
    <>
      <Button look="quiet" onPress={discard}>
        Discard what was typed
      </Button>
      <Stale isStale={isStale} />
    </>
  );
}

/** Says that what is edited was changed by somebody else meanwhile. */
export function Stale({ isStale }: { readonly isStale: boolean }) {
  if (!isStale) return null;
  return (
    <span className="notice wait small" role="status">
      It was changed elsewhere since you began. What you edited is as you left it, a list as a
      whole; the rest is as it is now.
    </span>
  );
}
