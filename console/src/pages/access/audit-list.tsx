import { useState } from 'react';
import type { AuditEntry } from '#protocol/records/access.js';
import { deedWord } from '#protocol/texts/deeds.js';
import { doorWord } from '#protocol/texts/doors.js';
import { dateTime } from '../../app/format.js';
import { useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { hrefTo } from '../../app/router.js';
import { saveFile } from '../../app/save-file.js';
import { Button } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

/** The audit log, newest first, a page at a time. */
export function AuditList({ version }: { readonly version: number }) {
  const { http } = useOffice();
  const [before, setBefore] = useState<string | null>(null);
  const load = useLoadOf(before);
  const { value: page, error } = useLoaded(load, version);
  const { busy, act } = useAction();
  return (
    <section className="card stack">
      <h2>What was changed</h2>
      {error !== null && <p className="notice bad">{error}</p>}
      {page === null && error === null && <Skeleton height={160} />}
      {page?.entries.length === 0 && <p className="muted">Nothing yet.</p>}
      {page !== null && page.entries.length > 0 && <Entries entries={page.entries} />}
      <div className="row">
        <Button isDisabled={before === null} onPress={() => setBefore(null)}>
          Newest
        </Button>
        <Button
          isDisabled={(page?.before ?? null) === null}
          onPress={() => setBefore(page?.before ?? null)}
        >
          Older
        </Button>
        <Button isPending={busy} onPress={() => void act(() => save(http.audit()))}>
          Save as JSON lines
        </Button>
      </div>
    </section>
  );
}

function useLoadOf(before: string | null) {
  const { http } = useOffice();
  const [loads] = useState(() => new Map<string | null, ReturnType<typeof loadOf>>());
  const known = loads.get(before) ?? loadOf(http, before);
  loads.set(before, known);
  return known;
}

function loadOf(http: ReturnType<typeof useOffice>['http'], before: string | null) {
  return (signal: AbortSignal) =>
    http.auditPage({ ...(before !== null && { before }) }, { signal });
}

async function save(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const parts: BlobPart[] = [];
  for await (const piece of pieces) parts.push(new Uint8Array(piece));
  saveFile('audit.jsonl', parts, 'application/jsonl');
}

function Entries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    <div className="table-wrap" tabIndex={0} role="region" aria-label="What was changed">
      <table className="table told">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">From</th>
            <th scope="col">What</th>
            <th scope="col">About</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, at, name, address, door, operation, object, outcome, message }) => (
            <tr key={id}>
              <td>{dateTime(at)}</td>
              <td>{name ?? '–'}</td>
              <td>{`${address ?? '–'}, ${doorWord(door)}`}</td>
              <td>{deedWord(operation)}</td>
              <td>
                {object?.startsWith('run_') === true ? (
                  <a href={hrefTo(['runs', object])}>{object}</a>
                ) : (
                  (object ?? '–')
                )}
              </td>
              <td>
                <Badge tone={outcome === 'done' ? 'good' : 'wait'}>{outcome}</Badge> {message}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
