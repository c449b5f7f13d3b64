/**
 * Aligned columns; the first row is the heading. `paint` colours a cell after its width was
 * measured.
 */
export function table(
  rows: readonly (readonly string[])[],
  paint: (cell: string) => string = (cell) => cell,
): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row, index) =>
    row
      .map((cell, column) => {
        const wide = column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
        return index === 0 ? wide : paint(wide);
      })
      .join('  ')
      .trimEnd(),
  );
}
