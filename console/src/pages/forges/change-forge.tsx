import { useState } from 'react';
import type { Forge } from '#protocol/records/forges.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select, TextField } from '../../ui/fields.js';
import { draftOf, isWhole, RuleFields, rulesIn } from './rule-fields.js';

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
  const floors = useOfficeState((state) => state.workspaces);
  const [draft, setDraft] = useState(() => draftOf(forge));
  const [workspaceId, setFloor] = useState(forge.workspaceId);
  const [token, setToken] = useState('');
  const { busy, act } = useAction();
  const save = async () => {
    const change = { ...rulesIn(draft), workspaceId, ...(token.trim() !== '' && { token }) };
    const isDone = await act(async () => {
      await http.changeForge(forge.id, change);
      onChanged();
    }, 'Saved.');
    if (isDone) onClose();
  };
  return (
    <Dialog title={`Change ${forge.repository}`} onClose={onClose} wide>
      <RuleFields floorId={workspaceId} draft={draft} onChange={setDraft} />
      <div className="form-grid">
        <Select
          label="Floor"
          value={workspaceId}
          onChange={setFloor}
          choices={floors.map(({ id, name }) => ({ id, label: name }))}
        />
        <TextField
          label="Another token"
          type="password"
          value={token}
          onChange={setToken}
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
      </div>
    </Dialog>
  );
}
