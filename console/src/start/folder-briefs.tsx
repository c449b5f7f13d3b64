import { useCallback, useState } from 'react';
import type { FolderBrief } from '#protocol/records/floor-offers.js';
import { fillBrief } from '#protocol/rules/fill-brief.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
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
  const [path, setPath] = useState('');
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
          value={path}
          choices={briefs.map((each) => ({
            id: each.path,
            label: each.name,
            detail: each.description === '' ? each.path : `${each.description} (${each.path})`,
          }))}
          onChange={setPath}
        />
      )}
      {chosen !== undefined && <Fill key={path} offered={chosen} onFill={onFill} />}
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
  offered: { brief, arguments: places, leftOut },
  onFill,
}: {
  readonly offered: FolderBrief;
  readonly onFill: (brief: string) => void;
}) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  return (
    <>
      {places.map(({ token, label }) => (
        <TextField
          key={token}
          label={label}
          value={given[token] ?? ''}
          onChange={(value) => setGiven({ ...given, [token]: value })}
        />
      ))}
      {leftOut.length > 0 && (
        <p className="muted small">Not taken over: {leftOut.join(', ')}. Read the brief first.</p>
      )}
      <Button onPress={() => onFill(fillBrief(brief, given))}>Fill it in</Button>
    </>
  );
}
