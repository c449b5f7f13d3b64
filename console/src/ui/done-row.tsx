import { Button } from './button.js';

/** Ends a dialog that has shown what it made. */
export function DoneRow({ onDone }: { readonly onDone: () => void }) {
  return (
    <div className="row">
      <Button look="primary" onPress={onDone}>
        Done
      </Button>
    </div>
  );
}
