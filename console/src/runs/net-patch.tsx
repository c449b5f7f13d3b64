import { useCallback, useState } from 'react';
import { useOffice } from '../app/office-context.js';
import { Button } from '../ui/button.js';
import { Skeleton } from '../ui/pieces.js';
import { useLoaded } from '../ui/use-loaded.js';
import { Patch } from './diff-view.js';
import { firstPage, readPage } from './patch-page.js';

/** The net change of a run in one file, as far as it was loaded. */
export function NetPatch({
  runId,
  path,
  version,
}: {
  readonly runId: string;
  readonly path: string;
  /** Version of the run's change; the patch belongs to it. */
  readonly version: string;
}) {
  const office = useOffice();
  const [most, setMost] = useState(firstPage);
  const load = useCallback(
    (signal: AbortSignal) => readPage(office.http.patchOf(runId, [path], { signal }), most),
    [office, runId, path, most],
  );
  const { value, error } = useLoaded(load, version);
  if (error !== null) return <p className="notice bad small">{error}</p>;
  if (value === null) return <Skeleton height={120} />;
  return (
    <>
      <Patch path={path} patch={value.text} />
      {value.isMore && (
        <div>
          <Button look="quiet" onPress={() => setMost(2 * most)}>
            Show more of {path}
          </Button>
        </div>
      )}
    </>
  );
}
