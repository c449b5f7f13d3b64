import type { ReactNode } from 'react';
import { dateTime } from '../app/format.js';

/** Why something failed or was cancelled, and when. */
export function Failure({
  at,
  children,
  isAlert = false,
  isCancelled = false,
}: {
  /** Null: the moment is not known. */
  readonly at: number | null;
  readonly children: ReactNode;
  readonly isAlert?: boolean;
  /** Somebody ended it on purpose. */
  readonly isCancelled?: boolean;
}) {
  return (
    <div
      className={`notice small failure ${isCancelled ? '' : 'bad'}`}
      {...(isAlert && { role: 'alert' })}
    >
      <div className="grow stack tight">{children}</div>
      {at !== null && (
        <time className="num" dateTime={new Date(at).toISOString()}>
          {isCancelled ? 'cancelled' : 'failed'} on {dateTime(at)}
        </time>
      )}
    </div>
  );
}
