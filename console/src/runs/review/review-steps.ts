import type { RunComment } from '#protocol/records/change-review.js';

interface Row {
  readonly type: string;
  readonly key: string;
  readonly file: { readonly path: string };
}

/** A row to step to. */
export interface Stop {
  /** The key of the row. */
  readonly key: string;
  readonly path: string;
  /** Where it is among the rows; that of a folded file's comment is after its heading. */
  readonly at: number;
}

/** The headings of files, from top to bottom. */
export function fileStops(items: readonly Row[]): readonly Stop[] {
  return items.flatMap(({ type, key, file: { path } }, at) =>
    type === 'file' ? [{ key, path, at }] : [],
  );
}

/** The comments from top to bottom, also of folded files. */
export function commentStops(
  items: readonly Row[],
  comments: readonly RunComment[],
): readonly Stop[] {
  const headings = new Map(fileStops(items).map(({ path, at }) => [path, at]));
  const rows = new Map(items.map(({ key }, at) => [key, at]));
  return comments
    .flatMap(({ id, path, line }) => {
      const heading = headings.get(path);
      if (heading === undefined) return [];
      return [{ key: id, path, at: rows.get(id) ?? heading + 0.5, line }];
    })
    .sort((a, b) => a.at - b.at || a.line - b.line)
    .map(({ key, path, at }) => ({ key, path, at }));
}

/** The next stop after a row, or the previous one; at an end, the stop at the other end. */
export function nextStop(stops: readonly Stop[], from: number, by: 1 | -1): Stop | undefined {
  return by === 1
    ? (stops.find(({ at }) => at > from) ?? stops[0])
    : (stops.findLast(({ at }) => at < from) ?? stops.at(-1));
}
