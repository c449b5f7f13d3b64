import { useEffect, useRef, type RefObject } from 'react';
import type { Run } from '#protocol/records/work.js';
import { runTitle, type Titled } from '../app/run-title.js';
import { hrefTo } from '../app/router.js';

export type HandedInRun = Pick<Run, 'id'> & Titled;

/** Says beside the button that a brief was handed in, with the way to its run. */
export function HandedIn({
  run,
  field,
}: {
  /** Null: nothing yet. */
  readonly run: HandedInRun | null;
  /** Keeps the focus where somebody goes on writing. */
  readonly field: RefObject<HTMLElement | null>;
}) {
  const id = run?.id;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (id !== undefined && document.activeElement !== field.current) link.current?.focus();
  }, [id, field]);
  if (run === null) return null;
  return (
    <p className="small" role="status">
      Handed in:{' '}
      <a ref={link} href={hrefTo(['runs', run.id])}>
        {runTitle(run, 60)}
      </a>{' '}
      <span className="muted wide-only">
        Outside a field, <kbd>g</kbd> <kbd>a</kbd> goes to it.
      </span>
    </p>
  );
}
