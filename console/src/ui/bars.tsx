export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly max?: number;
}

/** Values as bars, each with its number. */
export function Bars({
  bars,
  format,
}: {
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
}) {
  const most = Math.max(...bars.map(({ value, max }) => max ?? value), 0);
  return (
    <ul className="bars">
      {bars.map(({ label, value, max }) => (
        <li key={label}>
          <span>{label}</span>
          <span className="bar" aria-hidden="true">
            <span style={{ width: `${share(value, max ?? most) * 100}%` }} />
          </span>
          <span className="num">{format(value)}</span>
        </li>
      ))}
    </ul>
  );
}

function share(value: number, most: number): number {
  return most > 0 ? Math.min(1, Math.max(0, value / most)) : 0;
}
