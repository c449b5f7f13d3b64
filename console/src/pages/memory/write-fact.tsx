import { limits } from '#protocol/limits.js';
import { memoryKinds, type MemoryScope, memoryScopes } from '#protocol/records/enums.js';
import type { MemoryFact, MemoryInput } from '#protocol/records/memory.js';
import { useFloorName, useFloorPart } from '../../app/floors.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
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
  const fact = useKeptDraft(
    `office-fact-${corrects?.id ?? `new-${shownId}`}`,
    firstDraft(corrects),
  );
  const { text, kind, scope, tags, source } = fact.draft;
  const roleId = fact.draft.roleId || (roles[0]?.id ?? '');
  const { busy, act } = useAction();
  const save = async () => {
    const given = {
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
    if (await act(() => office.http.remember(given), 'Remembered.')) {
      fact.drop();
      onClose();
    }
  };
  return (
    <Dialog title={corrects === null ? 'Remember something' : 'Correct a fact'} onClose={onClose}>
      <TextField
        label="Fact"
        rows={3}
        value={text}
        onChange={(typed) => fact.set({ text: typed })}
        maxLength={limits.memoryTextCharacters}
        autoFocus
      />
      <div className="form-grid">
        <Select
          label="Kind"
          value={kind}
          choices={options(memoryKinds)}
          onChange={(id) => fact.set({ kind: id })}
        />
        <Select
          label="Holds for"
          value={scope}
          choices={memoryScopes.map((id) => ({ id, label: scopeNames[id] }))}
          onChange={(id) => fact.set({ scope: id })}
          isDisabled={corrects !== null}
          {...(scope !== 'installation' && { hint: `The floor is ${floor}.` })}
        />
        {scope === 'role' && (
          <Select
            label="Role"
            value={roleId}
            choices={roles.map(({ id, title }) => ({ id, label: title }))}
            onChange={(id) => fact.set({ roleId: id })}
            isDisabled={corrects !== null}
          />
        )}
        <TextField
          label="Tags, with commas"
          value={tags}
          onChange={(typed) => fact.set({ tags: typed })}
        />
        <TextField
          label="Source"
          value={source}
          onChange={(typed) => fact.set({ source: typed })}
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
        <Discard of={fact} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function firstDraft(corrects: MemoryFact | null) {
  const { text = '', kind = 'convention', scope = 'workspace', roleId, tags = [] } = corrects ?? {};
  return {
    ...{ text, kind: kind as string, scope: scope as string },
    ...{ roleId: roleId ?? '', tags: tags.join(', '), source: '' },
  };
}
