import { dollarsAlike } from './sums.js';
import { spendIn, type Span } from './periods.js';
import type { Run } from '#protocol/records/work.js';

export interface FloorLook {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

/** Maximum number of names below the columns. */
const mostNames = 10;

/** Spend over time as columns, floors stacked. */
export function Columns({
  spans,
  runs,
  floors,
}: {
  readonly spans: readonly Span[];
  readonly runs: readonly Run[];
  readonly floors: readonly FloorLook[];
}) {
  const columns = spans.map((span) => {
    const parts = spendIn(span, runs);
    return { span, parts, usd: parts.reduce((sum, { usd }) => sum + usd, 0) };
  });
  const most = Math.max(...columns.map(({ usd }) => usd), 0);
  const format = dollarsAlike(columns.map(({ usd }) => usd));
  const lookOf = (id: string) => floors.find((floor) => floor.id === id);
  const nameEvery = Math.ceil(spans.length / mostNames);
  /** Counted from today, so that today has its name. */
  const isNamed = (index: number, times: number) =>
    (spans.length - 1 - index) % (nameEvery * times) === 0;
  const shown = floors.filter(({ id }) =>
    columns.some(({ parts }) => parts.some(({ floorId }) => floorId === id)),
  );
  return (
    <div className="stack tight">
      <div className="plot" tabIndex={0} role="region" aria-label="Spend over time">
        <span className="plot-top num muted small" aria-hidden="true">
          {format(most)}
        </span>
        <ol className="columns">
          {columns.map(({ span, parts, usd }, index) => (
            <li key={span.from} title={`${span.name}: ${format(usd)}`}>
              <span className="sr-only">
                {span.name}: {format(usd)}
              </span>
              <span className="column" aria-hidden="true">
                {parts.map(({ floorId, usd: own }) => (
                  <span
                    key={floorId}
                    style={{
                      height: `${most > 0 ? (own / most) * 100 : 0}%`,
                      background: lookOf(floorId)?.color ?? 'var(--idle)',
                    }}
                  />
                ))}
              </span>
              <span
                className={`column-name small muted ${isNamed(index, 2) ? '' : 'second'}`}
                aria-hidden="true"
              >
                {isNamed(index, 1) && <span>{span.name}</span>}
              </span>
            </li>
          ))}
        </ol>
      </div>
      {shown.length > 1 && (
        <ul className="floor-names small">
          {shown.map(({ id, name, color }) => (
            <li key={id}>
              <span className="swatch" style={{ background: color }} aria-hidden="true" /> {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
