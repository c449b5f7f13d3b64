import { useState } from 'react';
import type { Trigger } from '#protocol/records/triggers.js';
import { notify } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
import { Form, useForm, useRefused, useRefusedFocus } from '../../ui/form.js';
import { changeOf, draftOf, isWhole } from './trigger-draft.js';
import { TriggerFields } from './trigger-fields.js';
import { kindDeeds } from './trigger-names.js';

interface Props {
  readonly trigger: Trigger;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Changes a trigger, unless somebody else has changed it meanwhile. */
export function ChangeTrigger({ trigger, onChanged, onClose }: Props) {
  const { http } = useOffice();
  // The list is reloaded meanwhile, but the change must refer to the version that was seen.
  const [seen, setSeen] = useState(trigger);
  const lookAnew = async (drop: () => void) => {
    const found = (await http.triggers()).find(({ id }) => id === trigger.id);
    drop();
    onChanged();
    if (found !== undefined) return setSeen(found);
    notify(`“${seen.name}” has been removed.`);
    onClose();
  };
  return (
    <Dialog title={`Change “${seen.name}”`} onClose={onClose} wide>
      <Changing
        key={seen.revision}
        trigger={seen}
        onLookAnew={lookAnew}
        onChanged={onChanged}
        onClose={onClose}
      />
    </Dialog>
  );
}

function Changing({
  trigger: { id, kind, revision, ...trigger },
  onLookAnew,
  onChanged,
  onClose,
}: Props & { readonly onLookAnew: (drop: () => void) => Promise<void> }) {
  const { http } = useOffice();
  const edits = useKeptDraft(`office-trigger-${id}`, draftOf({ ...trigger, id, kind, revision }), {
    secrets: ['secret', 'url'],
    version: revision,
  });
  const { draft } = edits;
  const { busy, form, send } = useForm();
  const save = async () => {
    const isDone = await send(async () => {
      await http.changeTrigger(id, { revision: edits.version, ...changeOf(kind, draft) });
      onChanged();
    }, 'Saved.');
    if (!isDone) return;
    edits.drop();
    onClose();
  };
  return (
    <Form state={form}>
      <p className="muted small">
        {kindDeeds[kind]}. That stays, as its log is of it: for something else make another trigger.
      </p>
      <TriggerFields kind={kind} draft={draft} onChange={edits.set} isNew={false} />
      <ChangedMeanwhile onLookAnew={() => void send(() => onLookAnew(edits.drop))} />
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={!isWhole(kind, draft, false)}
          onPress={() => void save()}
        >
          Save
        </Button>
        <Discard of={edits} onClose={onClose} />
      </div>
    </Form>
  );
}

/** Reports that somebody else has changed the trigger, and offers its present version. */
function ChangedMeanwhile({ onLookAnew }: { readonly onLookAnew: () => void }) {
  const refused = useRefused(['revision']);
  const ref = useRefusedFocus<HTMLDivElement>(refused);
  if (refused === null) return null;
  return (
    <div className="notice bad small" role="group" tabIndex={-1} ref={ref} aria-label="Not saved">
      <p className="grow">{refused.message}</p>
      <Button onPress={onLookAnew}>Show it as it is now</Button>
    </div>
  );
}
