import { useState } from 'react';
import { limits } from '#protocol/limits.js';
import { memoryKinds, type MemoryScope, memoryScopes } from '#protocol/records/enums.js';
import type { MemoryFact, MemoryInput } from '#protocol/records/memory.js';
import { useFloorName, useFloorPart } from '../../app/floors.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select, TextField } from '../../ui/fields.js';

const options = (ids: readonly string[]) => ids.map((id) => ({ id, label: id }));

const scopeNames: Readonly<Record<MemoryScope, string>> = {
  installation: 'everywhere',
  workspace: 'one floor',
  role: 'one role of a floor',
};

/** Creates a fact or corrects one. */
export function WriteFact({
  corrects,
  onClose,
}: {
  readonly corrects: MemoryFact | null;
  readonly onClose: () => void;
}) {
  const office = useOffice();
  const shownId = useOfficeState((state) => state.activeWorkspaceId);
  const workspaceId = corrects?.workspaceId ?? shownId;
  const floor = useFloorName()(workspaceId);
  const roles = useFloorPart(workspaceId, (each) => each.roles) ?? [];
  const [text, setText] = useState(corrects?.text ?? '');
  const [kind, setKind] = useState<string>(corrects?.kind ?? 'convention');
  const [scope, setScope] = useState<string>(corrects?.scope ?? 'workspace');
  const [roleId, setRole] = useState(corrects?.roleId ?? roles[0]?.id ?? '');
  const [tags, setTags] = useState(corrects?.tags.join(', ') ?? '');
  const [source, setSource] = useState('');
  const { busy, act } = useAction();
  const save = async () => {
    const fact = {
      text,
      kind: kind as MemoryInput['kind'],
      scope: scope as MemoryInput['scope'],
      tags: tags
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
      ...(source.trim() !== '' && { source: source.trim() }),
      ...(scope !== 'installation' && { workspaceId }),
      ...(scope === 'role' && { roleId }),
      ...(corrects !== null && { supersedes: corrects.id }),
    };
    if (await act(() => office.http.remember(fact), 'Remembered.')) onClose();
  };
  return (
    <Dialog title={corrects === null ? 'Remember something' : 'Correct a fact'} onClose={onClose}>
      <TextField
        label="Fact"
        rows={3}
        value={text}
        onChange={setText}
        maxLength={limits.memoryTextCharacters}
        autoFocus
      />
      <div className="form-grid">
        <Select label="Kind" value={kind} choices={options(memoryKinds)} onChange={setKind} />
        <Select
          label="Holds for"
          value={scope}
          choices={memoryScopes.map((id) => ({ id, label: scopeNames[id] }))}
          onChange={setScope}
          isDisabled={corrects !== null}
          {...(scope !== 'installation' && { hint: `The floor is ${floor}.` })}
        />
        {scope === 'role' && (
          <Select
            label="Role"
            value={roleId}
            choices={roles.map(({ id, title }) => ({ id, label: title }))}
            onChange={setRole}
            isDisabled={corrects !== null}
          />
        )}
        <TextField label="Tags, with commas" value={tags} onChange={setTags} />
        <TextField
          label="Source"
          value={source}
          onChange={setSource}
          maxLength={limits.memorySourceCharacters}
        />
      </div>
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={text.trim() === ''}
          onPress={() => void save()}
        >
          {corrects === null ? 'Remember' : 'Correct'}
        </Button>
      </div>
    </Dialog>
  );
}
