import { useState } from 'react';
import { type MadeTrigger, type TriggerKind, triggerKinds } from '#protocol/records/triggers.js';
import { baseAddress } from '../../app/base-address.js';
import { notify } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { CopiedOnce } from '../../ui/copied-once.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
import { DoneRow } from '../../ui/done-row.js';
import { Form, FormSelect, useForm } from '../../ui/form.js';
import { usePipelineOf } from './floor-fields.js';
import { namedTimeIn } from './time-in.js';
import { firstDraft, isWhole, newTriggerOf, type TriggerDraft } from './trigger-draft.js';
import { TriggerFields } from './trigger-fields.js';
import { kindDeeds } from './trigger-names.js';

interface Props {
  /** The kind that is chosen first. */
  readonly first: TriggerKind;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Makes a trigger, and shows its secret once. */
export function MakeTrigger({ first, onMade, onClose }: Props) {
  const [made, setMade] = useState<MadeTrigger | null>(null);
  const end = (answer: MadeTrigger) => {
    onMade();
    if (answer.secret !== undefined) return setMade(answer);
    const { nextAt, timeZone = 'UTC' } = answer;
    if (typeof nextAt === 'number') notify(`It comes on ${namedTimeIn(timeZone, nextAt)}.`);
    onClose();
  };
  return (
    <Dialog
      title={made === null ? 'Make a trigger' : `“${made.name}” is made`}
      onClose={onClose}
      wide
    >
      {made === null ? (
        <Making first={first} onMade={end} onClose={onClose} />
      ) : (
        <Made made={made} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** A trigger as kept; until another floor is chosen, it has the usual one. */
interface KeptTrigger extends Omit<TriggerDraft, 'floor'> {
  readonly kind: TriggerKind;
  readonly floor: string | null;
}

/** The usual floor is that of the tab for runs, and every floor for messages. */
function useDraft(first: TriggerKind) {
  const shown = useOfficeState((state) => state.activeWorkspaceId);
  const [asked, setAsked] = useState<TriggerKind | null>(first === triggerKinds[0] ? null : first);
  const kept = useKeptDraft<KeptTrigger>(
    'office-new-trigger',
    { ...firstDraft, kind: triggerKinds[0], floor: null },
    { secrets: ['secret', 'url'] },
  );
  const { kind: chosen, ...typed } = kept.draft;
  const kind = asked ?? chosen;
  const floor = typed.floor ?? (kind === 'outbound' ? '' : shown);
  const pipelineId = usePipelineOf(floor, typed.pipelineId);
  const draft: TriggerDraft = { ...typed, floor, pipelineId };
  const set = (part: Partial<KeptTrigger>) => {
    setAsked(null);
    kept.set({ kind, ...part });
  };
  return { ...kept, draft, kind, set };
}

function Making({
  first,
  onMade,
  onClose,
}: Pick<Props, 'first' | 'onClose'> & { readonly onMade: (made: MadeTrigger) => void }) {
  const { http } = useOffice();
  const trigger = useDraft(first);
  const { draft, kind } = trigger;
  const { busy, form, send } = useForm();
  const make = () =>
    void send(async () => {
      const made = await http.makeTrigger(newTriggerOf(kind, draft));
      trigger.drop();
      onMade(made);
    });
  return (
    <Form state={form}>
      <FormSelect
        name="kind"
        label="What it does"
        value={kind}
        onChange={(id) => trigger.set({ kind: triggerKinds.find((each) => each === id) ?? kind })}
        choices={triggerKinds.map((id) => ({ id, label: kindDeeds[id] }))}
      />
      <TriggerFields kind={kind} draft={draft} onChange={trigger.set} isNew />
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={!isWhole(kind, draft, true)}
          onPress={make}
        >
          Make it
        </Button>
        <Discard of={trigger} onClose={onClose} />
      </div>
    </Form>
  );
}

function Made({
  made: { path, secret = '' },
  onClose,
}: {
  readonly made: MadeTrigger;
  readonly onClose: () => void;
}) {
  return (
    <>
      {path !== undefined && (
        <CopiedOnce name="Address, called with POST" text={`${baseAddress}/${path}`} />
      )}
      <CopiedOnce name="Its secret, shown this once" text={secret} isBegunAt />
      <p className="muted small">
        {path === undefined
          ? 'By it the receiver knows that the office has sent a body.'
          : 'By it callers sign the bodies that they send.'}
      </p>
      <DoneRow onDone={onClose} />
    </>
  );
}
