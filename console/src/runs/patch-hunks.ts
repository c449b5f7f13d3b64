/** One place of a file that a patch changes. */
export interface Hunk {
  /** Lines before it in the file that is changed. */
  readonly before: number;
  readonly lines: readonly HunkLine[];
}

export interface HunkLine {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

const header = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** The hunks of a patch in the format of git; null where it is cut off, or is of no text. */
export function hunksOf(patch: string): readonly Hunk[] | null {
  const hunks: Hunk[] = [];
  const lines = patch.replace(/\n$/, '').split('\n');
  let at = lines.findIndex((line) => header.test(line));
  if (at < 0) return null;
  while (at < lines.length) {
    const read = readHunk(lines, at);
    if (read === null) return null;
    hunks.push(read.hunk);
    at = read.next;
  }
  return hunks;
}

function readHunk(lines: readonly string[], from: number) {
  const [, start, oldCount = '1', newCount = '1'] = header.exec(lines[from] ?? '') ?? [];
  if (start === undefined) return null;
  let [olds, news] = [Number(oldCount), Number(newCount)];
  const before = olds === 0 ? Number(start) : Number(start) - 1;
  const read: HunkLine[] = [];
  let next = from + 1;
  for (; olds > 0 || news > 0; next++) {
    const line = lines[next];
    if (line === undefined) return null;
    if (line.startsWith('\\')) continue;
    const sign = signOf(line);
    if (sign === null) return null;
    if (sign !== '+') olds--;
    if (sign !== '-') news--;
    read.push({ sign, text: line.slice(1) });
  }
  if (olds < 0 || news < 0) return null;
  if (lines[next]?.startsWith('\\')) next++;
  return { hunk: { before, lines: read }, next };
}

function signOf(line: string): HunkLine['sign'] | null {
  const sign = line[0] ?? ' ';
  return sign === ' ' || sign === '+' || sign === '-' ? sign : null;
}
