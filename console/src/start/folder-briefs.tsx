import { useCallback } from 'react';
import type { FolderBrief } from '#protocol/records/floor-offers.js';
import { fillBrief } from '#protocol/rules/fill-brief.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { useKeptDraft } from '../app/use-kept-draft.js';
import { useKeptText } from '../app/use-kept-text.js';
import { Button } from '../ui/button.js';
import { Select, TextField } from '../ui/fields.js';
import { useLoaded } from '../ui/use-loaded.js';

/** Commands and prompts that other tools keep in the floor's folder, filled into the brief. */
export default function FolderBriefs({ onFill }: { readonly onFill: (brief: string) => void }) {
  const { http } = useOffice();
  const floorId = useOfficeState((state) => state.activeWorkspaceId);
  const load = useCallback(
    (signal: AbortSignal) => http.floorOffers(floorId, { signal }),
    [http, floorId],
  );
  const { value, error } = useLoaded(load);
  const [path, setPath] = useKeptText(`office-folder-brief-${floorId}`);
  const briefs = value?.briefs ?? [];
  const chosen = briefs.find((each) => each.path === path);
  if (error !== null) return <p className="notice bad small">{error}</p>;
  if (value === null) return <p className="muted small">Looking into the folder…</p>;
  return (
    <div className="stack tight folded-part">
      {briefs.length === 0 ? (
        <p className="muted small">
          The folder holds no commands (.claude/commands) or prompts (.github/prompts).
        </p>
      ) : (
        <Select
          label="Command or prompt"
          value={chosen?.path ?? ''}
          choices={briefs.map((each) => ({
            id: each.path,
            label: each.name,
            detail: each.description === '' ? each.path : `${each.description} (${each.path})`,
          }))}
          onChange={setPath}
        />
      )}
      {chosen !== undefined && (
        <Fill key={path} floorId={floorId} offered={chosen} onFill={onFill} />
      )}
      {value.skipped.length > 0 && (
        <ul className="muted small">
          {value.skipped.map(({ path: at, reason }) => (
            <li key={at}>
              {at}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Fill({
  floorId,
  offered: { path, brief, arguments: places, leftOut },
  onFill,
}: {
  readonly floorId: string;
  readonly offered: FolderBrief;
  readonly onFill: (brief: string) => void;
}) {
  const given = useKeptDraft<Readonly<Record<string, string>>>(
    `office-folder-brief-${floorId}-${path}`,
    Object.fromEntries(places.map(({ token }) => [token, ''])),
  );
  return (
    <>
      {places.map(({ token, label }) => (
        <TextField
          key={token}
          label={label}
          value={given.draft[token] ?? ''}
          onChange={(value) => given.set({ [token]: value })}
        />
      ))}
      {leftOut.length > 0 && (
        <p className="muted small">Not taken over: {leftOut.join(', ')}. Read the brief first.</p>
      )}
      <Button onPress={() => onFill(fillBrief(brief, given.draft))}>Fill it in</Button>
    </>
  );
}
