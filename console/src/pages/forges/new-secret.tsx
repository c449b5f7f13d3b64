import { useState } from 'react';
import { plural } from '../../app/format.js';
import { Button } from '../../ui/button.js';
import { CopiedOnce } from '../../ui/copied-once.js';
import { Dialog } from '../../ui/dialog.js';
import { DoneRow } from '../../ui/done-row.js';
import { Form, FormText, useForm } from '../../ui/form.js';

/** The choices for a new secret. */
export interface WantedSecret {
  readonly secret?: string;
  readonly overlapHours?: number;
}

/** Replaces a secret, and shows the new one once. */
export function NewSecret({
  of,
  hasChoices = false,
  make,
  onClose,
}: {
  readonly of: string;
  /** True: the secret may be given, and the previous one may stay valid for a while. */
  readonly hasChoices?: boolean;
  readonly make: (wanted: WantedSecret) => Promise<string>;
  readonly onClose: () => void;
}) {
  const [made, setMade] = useState<string | null>(null);
  const [secret, setSecret] = useState('');
  const [hours, setHours] = useState('');
  const { busy, form, send } = useForm();
  const given = secret.trim();
  const wanted = {
    ...(given !== '' && { secret: given }),
    ...(Number(hours) > 0 && { overlapHours: Number(hours) }),
  };
  return (
    <Dialog title={`A new secret for ${of}`} onClose={onClose}>
      {made === null ? (
        <Form state={form}>
          <p>
            {wanted.overlapHours === undefined
              ? 'The old one ends at once: what is signed by it is refused.'
              : `The old one is good for ${plural(Number(hours), 'more hour')}.`}
          </p>
          {hasChoices && (
            <div className="form-grid">
              <FormText
                name="secret"
                label="Secret"
                type="password"
                value={secret}
                onChange={setSecret}
                hint="Empty: one is made."
              />
              <FormText
                name="overlapHours"
                label="Hours with both"
                type="number"
                value={hours}
                onChange={setHours}
                hint="Empty: the old one ends at once."
              />
            </div>
          )}
          <div className="row">
            <Button
              look="danger"
              isPending={busy}
              onPress={() => void send(async () => setMade(await make(wanted)))}
            >
              Make it anew
            </Button>
            <Button onPress={onClose}>Leave it</Button>
          </div>
        </Form>
      ) : (
        <>
          <CopiedOnce name="Its secret, shown this once" text={made} isBegunAt />
          <DoneRow onDone={onClose} />
        </>
      )}
    </Dialog>
  );
}
