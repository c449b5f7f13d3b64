import type { ReactNode } from 'react';
import { useAsPageName } from '../app/page-name.js';

export type Tone = 'plain' | 'good' | 'bad' | 'wait' | 'busy' | 'think';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** An empty state: why there is nothing, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A placeholder of the size of the loading content. */
export function Skeleton({ height, label = 'Loading' }: { height: number; label?: string }) {
  return <div className="skeleton" style={{ height }} role="status" aria-label={label} />;
}

/** The used share of a limit; above nine tenths it warns. */
export function Meter({ label, value, limit }: { label: string; value: number; limit: number }) {
  const share = limit > 0 ? value / limit : 0;
  const look = share >= 1 ? 'over' : share >= 0.9 ? 'near' : '';
  const percent = Math.min(100, Math.round(share * 100));
  return (
    <div
      className={`meter ${look}`}
      role="meter"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}

export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A page with its title, purpose and actions. */
export function Page({
  title,
  mark,
  about,
  actions,
  isStacked = false,
  children,
}: {
  title: string;
  /** Shown beside the title. */
  mark?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  /** Actions stand below the title, however wide the page is. */
  isStacked?: boolean;
  children: ReactNode;
}) {
  useAsPageName(title);
  return (
    <div className="page">
      <header className={isStacked ? 'stacked' : undefined}>
        <div>
          <div className="row tight">
            <h1>{title}</h1>
            {mark}
          </div>
          {about !== undefined && <p>{about}</p>}
        </div>
        {actions !== undefined && <div className="row tight">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
