import { useState } from 'react';
import { useAction } from '../../app/notices.js';
import { Button } from '../../ui/button.js';
import { CopiedOnce } from '../../ui/copied-once.js';
import { Dialog } from '../../ui/dialog.js';

/** Makes a secret anew, and shows it once. */
export function NewSecret({
  of,
  make,
  onClose,
}: {
  readonly of: string;
  readonly make: () => Promise<string>;
  readonly onClose: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, act } = useAction();
  return (
    <Dialog title={`A new secret for ${of}`} onClose={onClose}>
      {secret === null ? (
        <>
          <p>The one of before ends at once: what is signed by it is refused.</p>
          <div className="row">
            <Button
              look="danger"
              isPending={busy}
              onPress={() => void act(async () => setSecret(await make()))}
            >
              Make it anew
            </Button>
            <Button onPress={onClose}>Leave it</Button>
          </div>
        </>
      ) : (
        <>
          <CopiedOnce name="Its secret, shown this once" text={secret} />
          <div className="row">
            <Button look="primary" onPress={onClose} autoFocus>
              Done
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
