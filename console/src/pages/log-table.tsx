import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef, useSyncExternalStore, type Ref } from 'react';
import type { LogLevel } from '#protocol/records/enums.js';
import { clockTime } from '../app/format.js';
import type { LogLine } from '../app/office-store.js';
import { hrefTo } from '../app/router.js';
import { Badge, type Tone } from '../ui/pieces.js';

const tones: Readonly<Record<LogLevel, Tone>> = {
  debug: 'plain',
  info: 'busy',
  warn: 'wait',
  error: 'bad',
};

export interface Entry {
  readonly number: number;
  readonly at: number;
  readonly level: LogLevel;
  readonly scope: string;
  readonly message: string;
  /** The run that the error ended; undefined: none. */
  readonly runId: string | undefined;
  /** The text for searches, in lower case. */
  readonly searched: string;
}

const known = new WeakMap<LogLine, Entry>();

/** The same entry for the same line. */
export function entryOf(line: LogLine): Entry {
  const entry = known.get(line) ?? readEntry(line);
  known.set(line, entry);
  return entry;
}

function readEntry({ number, event }: LogLine): Entry {
  const { at, message } = event;
  if (event.type === 'log') {
    const { level, scope } = event;
    return entryWith({ number, at, message, level, scope, runId: undefined });
  }
  const { runId } = event;
  const scope = runId === undefined ? 'command' : 'run';
  return entryWith({ number, at, message, level: 'error', scope, runId });
}

function entryWith(entry: Omit<Entry, 'searched'>): Entry {
  return { ...entry, searched: `${entry.scope} ${entry.message}`.toLowerCase() };
}

/** Scrolling alone causes no rendering. */
const neverTold = () => () => undefined;

/** Height of a line that was not rendered yet, px. */
const usualHeight = 37;

/**
 * Renders the lines in view and a few around them; empty rows stand for the others. The lines in
 * view stay in place when lines come above them.
 */
export function LogTable({ entries }: { readonly entries: readonly Entry[] }) {
  const scroll = useRef<HTMLDivElement>(null);
  // A list that is scrolled to its newest line keeps showing the newest.
  const isScrolled = useSyncExternalStore(neverTold, () => (scroll.current?.scrollTop ?? 0) > 0);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => entries[index]?.number ?? index,
    overscan: 10,
    anchorTo: isScrolled ? 'end' : 'start',
  });
  const items = rows.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="table-wrap log-lines" ref={scroll} tabIndex={0} role="log" aria-label="Lines">
      <table className="table told log-table" aria-rowcount={entries.length + 1}>
        <thead>
          <tr>
            <th>Time</th>
            <th>Level</th>
            <th>Part</th>
            <th>What</th>
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {items.map(({ index }) => {
            const entry = entries[index];
            return (
              entry && (
                <Line
                  key={entry.number}
                  entry={entry}
                  index={index}
                  measure={rows.measureElement}
                />
              )
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;
}

/** Rendered once, until lines come above it. */
const Line = memo(function Line({
  entry,
  index,
  measure,
}: {
  readonly entry: Entry;
  readonly index: number;
  readonly measure: Ref<HTMLTableRowElement>;
}) {
  const { at, level, scope, message, runId } = entry;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td className="mono">{clockTime(at)}</td>
      <td>
        <Badge tone={tones[level]}>{level}</Badge>
      </td>
      <td className="mono">
        {runId === undefined ? scope : <a href={hrefTo(['runs', runId])}>{scope}</a>}
      </td>
      <td>{message}</td>
    </tr>
  );
});
