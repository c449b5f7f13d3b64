import { useState } from 'react';
import { plural } from '../../app/format.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { CopiedOnce } from '../../ui/copied-once.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
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
  triggerId,
  make,
  onClose,
}: {
  readonly of: string;
  /** A trigger, whose secret may be given, and whose previous one may stay valid for a while. */
  readonly triggerId?: string;
  readonly make: (wanted: WantedSecret) => Promise<string>;
  readonly onClose: () => void;
}) {
  const [made, setMade] = useState<string | null>(null);
  const typed = useKeptDraft(
    `office-secret-${triggerId}`,
    { secret: '', hours: '' },
    { secrets: ['secret'] },
  );
  const { secret, hours } = typed.draft;
  const { busy, form, send } = useForm();
  const given = secret.trim();
  const wanted = {
    ...(given !== '' && { secret: given }),
    ...(Number(hours) > 0 && { overlapHours: Number(hours) }),
  };
  const renew = () =>
    void send(async () => {
      setMade(await make(wanted));
      typed.drop();
    });
  return (
    <Dialog title={`A new secret for ${of}`} onClose={onClose}>
      {made === null ? (
        <Form state={form}>
          <p>
            {wanted.overlapHours === undefined
              ? 'The old one ends at once: what is signed by it is refused.'
              : `The old one is good for ${plural(Number(hours), 'more hour')}.`}
          </p>
          {triggerId !== undefined && (
            <div className="form-grid">
              <FormText
                name="secret"
                label="Secret"
                type="password"
                value={secret}
                onChange={(text) => typed.set({ secret: text })}
                hint="Empty: one is made."
              />
              <FormText
                name="overlapHours"
                label="Hours with both"
                type="number"
                value={hours}
                onChange={(text) => typed.set({ hours: text })}
                hint="Empty: the old one ends at once."
              />
            </div>
          )}
          <div className="row">
            <Button look="danger" isPending={busy} onPress={renew}>
              Make it anew
            </Button>
            <Button onPress={onClose}>Leave it</Button>
            <Discard of={typed} onClose={onClose} />
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
