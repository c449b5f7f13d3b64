import type { ReactNode } from 'react';
import { dateTime } from '../app/format.js';

/** Why something failed, and when. */
export function Failure({
  at,
  children,
  isAlert = false,
}: {
  /** Null: the moment is not known. */
  readonly at: number | null;
  readonly children: ReactNode;
  readonly isAlert?: boolean;
}) {
  return (
    <div className="notice bad small failure" {...(isAlert && { role: 'alert' })}>
      <div className="grow stack tight">{children}</div>
      {at !== null && (
        <time className="num" dateTime={new Date(at).toISOString()}>
          failed on {dateTime(at)}
        </time>
      )}
    </div>
  );
}
