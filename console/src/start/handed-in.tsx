import type { RefObject } from 'react';
import type { Run } from '#protocol/records/work.js';
import { runTitle, type Titled } from '../app/run-title.js';
import { hrefTo } from '../app/router.js';

export type HandedInRun = Pick<Run, 'id'> & Titled;

/** Says beside the button that a brief was handed in, with the way to its run. */
export function HandedIn({
  run,
  link,
}: {
  readonly run: HandedInRun;
  readonly link: RefObject<HTMLAnchorElement | null>;
}) {
  return (
    <p className="small" role="status">
      Handed in:{' '}
      <a ref={link} href={hrefTo(['runs', run.id])}>
        {runTitle(run, 60)}
      </a>{' '}
      <span className="muted wide-only">
        Keys: <kbd>g</kbd> <kbd>a</kbd> opens it, <kbd>c</kbd> begins another.
      </span>
    </p>
  );
}
