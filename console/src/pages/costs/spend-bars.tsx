import { dollarsAlike, totalOf, withRest, type Sum } from './sums.js';

const mostBars = 10;

/** Spend by one grouping, highest first, with shares. */
export function SpendBars({
  title,
  sums,
  nameOf = (key) => key,
  detailOf,
  colorOf = () => 'var(--accent)',
}: {
  readonly title: string;
  readonly sums: readonly Sum[];
  readonly nameOf?: (key: string) => string;
  readonly detailOf?: (key: string) => string | undefined;
  readonly colorOf?: (key: string) => string;
}) {
  const shown = withRest(sums, mostBars);
  const total = totalOf(sums);
  const most = Math.max(...shown.map(({ usd }) => usd), 0);
  const format = dollarsAlike(shown.map(({ usd }) => usd));
  return (
    <section className="card stack tight">
      <h3>{title}</h3>
      <ul className="spend-bars">
        {shown.map(({ key, usd }) => (
          <li key={key}>
            <span>{nameOf(key)}</span>
            <span className="muted small">{detailOf?.(key)}</span>
            <span className="num">{format(usd)}</span>
            <span className="num muted small">
              {total > 0 ? `${Math.round((usd / total) * 100)}%` : ''}
            </span>
            <span className="bar" aria-hidden="true">
              <span
                style={{
                  width: `${most > 0 ? (usd / most) * 100 : 0}%`,
                  background: colorOf(key),
                }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
