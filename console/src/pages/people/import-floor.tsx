import { useCallback, useId, useState } from 'react';
import { limits } from '#protocol/limits.js';
import type { FloorPreview } from '#protocol/records/floor-files.js';
import { dollars, plural } from '../../app/format.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { useKeptDraft } from '../../app/use-kept-draft.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Discard } from '../../ui/discard.js';
import { Select, TextField } from '../../ui/fields.js';
import { Facts } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

interface Chosen {
  readonly file: object;
  readonly preview: FloorPreview;
  /** A brief to begin with; null: the file is no template. */
  readonly brief: string | null;
  /** Null: it is a template. */
  readonly fileName: string | null;
}

interface Typed {
  /** Null: that of the preview. */
  readonly name: string | null;
}

/** Opens a floor by a template or file, after showing a preview. */
export default function ImportFloor({ onClose }: { readonly onClose: () => void }) {
  const { http } = useOffice();
  const load = useCallback((signal: AbortSignal) => http.floorTemplates({ signal }), [http]);
  const { value: templates, error } = useLoaded(load);
  const [templateId, setTemplate] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const typed = useKeptDraft<Typed>('office-import', { name: null });
  const name = typed.draft.name ?? chosen?.preview.name ?? '';
  const isTaken = useOfficeState(({ workspaces }) =>
    workspaces.some((each) => each.name.toLowerCase() === name.trim().toLowerCase()),
  );
  const { busy, act } = useAction();
  const look = (load: () => Promise<object>, from: Pick<Chosen, 'brief' | 'fileName'>) => {
    setChosen(null);
    void act(async () => {
      const file = await load();
      const preview = await http.previewWorkspace({ file });
      setChosen({ file, preview, ...from });
    });
  };
  const chooseTemplate = (id: string) => {
    setTemplate(id);
    const brief = templates?.find((each) => each.id === id)?.brief ?? null;
    look(() => http.floorTemplate(id), { brief, fileName: null });
  };
  const chooseFile = (file: File) => {
    setTemplate('');
    look(() => readFile(file), { brief: null, fileName: file.name });
  };
  const open = () =>
    void act(async () => {
      if (chosen === null) return;
      await http.importWorkspace({ file: chosen.file, name });
      typed.drop();
      onClose();
    }, 'Opened.');
  return (
    <Dialog title="Open a floor from a template or file" onClose={onClose} wide>
      <div className="stack">
        {error !== null && <p className="notice bad small">{error}</p>}
        <div className="form-grid">
          {templates !== null && (
            <Select
              label="Template"
              value={templateId}
              choices={templates.map((each) => ({
                id: each.id,
                label: each.name,
                detail: each.description,
              }))}
              onChange={chooseTemplate}
            />
          )}
          <FileField key={templateId} onChoose={chooseFile} />
        </div>
        {chosen !== null && (
          <>
            <Preview preview={chosen.preview} brief={chosen.brief} fileName={chosen.fileName} />
            <TextField
              label="Name of the new floor"
              value={name}
              onChange={(text) => typed.set({ name: text })}
              {...(isTaken && { hint: `There is already a floor called ${name.trim()}.` })}
              maxLength={limits.workspaceNameCharacters}
            />
          </>
        )}
        <div className="row">
          <Button
            look="primary"
            isPending={busy}
            isDisabled={chosen === null || name.trim() === ''}
            onPress={open}
          >
            Open this floor
          </Button>
          <Button look="quiet" onPress={onClose}>
            Leave it
          </Button>
          <Discard of={typed} onClose={onClose} />
        </div>
      </div>
    </Dialog>
  );
}

function FileField({ onChoose }: { readonly onChoose: (file: File) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Or a file</label>
      <input
        id={id}
        className="input"
        type="file"
        accept="application/json,.json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onChoose(file);
        }}
        // The same file can be chosen again, after it was changed.
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** @throws Error for what is no JSON object of a size that the service takes */
async function readFile(file: File): Promise<object> {
  if (file.size > limits.requestBodyBytes) throw new Error('This file is too large for a floor.');
  try {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Told below.
  }
  throw new Error('This file is no JSON.');
}

function Preview({ preview, brief, fileName }: Omit<Chosen, 'file'>) {
  const { description, people, pipelineIds, skillIds, budget, asksFor, leftOut, conflicts } =
    preview;
  return (
    <section className="stack tight" aria-label="What it would make">
      {description !== undefined && <p>{description}</p>}
      <Facts
        rows={[
          ...(fileName === null ? [] : [['File', fileName] as const]),
          ['People', people.map(({ displayName, title }) => `${displayName}, ${title}`).join('; ')],
          ['Pipelines', pipelineIds.join(', ')],
          ['Skills', plural(skillIds.length, 'skill')],
          ['Ceiling of a run', dollars(budget.defaultRunUsd)],
        ]}
      />
      {brief !== null && <p className="muted small">A brief to begin with: {brief}</p>}
      <Lines title="It asks for these rights, and does not get them" lines={asksFor} />
      <Lines title="Not everything is here" lines={leftOut} />
      <Lines title="Names" lines={conflicts} />
    </section>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="notice small">
      <strong>{title}</strong>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
