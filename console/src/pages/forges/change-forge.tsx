import { useState } from 'react';
import type { Forge } from '#protocol/records/forges.js';
import { useOffice } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
import { Form, FormText, useForm } from '../../ui/form.js';
import { FloorField } from './floor-fields.js';
import { changedRules, draftOf, isWhole, RuleFields } from './rule-fields.js';

/** Changes the rules, the floor or the token of a connected repository. */
export function ChangeForge({
  forge,
  onChanged,
  onClose,
}: {
  readonly forge: Forge;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}) {
  const { http } = useOffice();
  // The list is reloaded meanwhile; fields that are not changed here keep the service's present
  // values.
  const [seen] = useState(() => ({ rules: draftOf(forge), floor: forge.workspaceId }));
  const edits = useKeptDraft(
    `office-forge-${forge.id}`,
    { ...seen.rules, workspaceId: seen.floor, token: '' },
    { secrets: ['token'], version: JSON.stringify(seen) },
  );
  const { workspaceId, token, ...draft } = edits.draft;
  const { busy, form, send } = useForm();
  const save = async () => {
    const change = {
      ...changedRules(seen.rules, draft),
      ...(workspaceId !== seen.floor && { workspaceId }),
      ...(token.trim() !== '' && { token }),
    };
    const isDone = await send(async () => {
      await http.changeForge(forge.id, change);
      onChanged();
    }, 'Saved.');
    if (!isDone) return;
    edits.drop();
    onClose();
  };
  return (
    <Dialog title={`Change ${forge.repository}`} onClose={onClose} wide>
      <Form state={form}>
        <p className="muted small">
          The repository stays, as its issues and requests are there; connect another one beside it.
        </p>
        <RuleFields floorId={workspaceId} draft={draft} onChange={edits.set} />
        <div className="form-grid">
          <FloorField
            label="Floor"
            value={workspaceId}
            onChange={(id) => edits.set({ workspaceId: id })}
          />
          <FormText
            name="token"
            others={['repository', 'url']}
            label="Another token"
            type="password"
            value={token}
            onChange={(text) => edits.set({ token: text })}
            hint="Empty: the one that it has."
          />
        </div>
        <div className="row">
          <Button
            look="primary"
            isPending={busy}
            isDisabled={!isWhole(draft)}
            onPress={() => void save()}
          >
            Save
          </Button>
          <Discard of={edits} onClose={onClose} />
        </div>
      </Form>
    </Dialog>
  );
}
