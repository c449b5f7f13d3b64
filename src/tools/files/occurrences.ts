/**
 * Calls `each` for every occurrence of a part, ascending, including overlapping ones. Linear in the
 * text, whatever the part.
 */
export function eachOccurrence(text: string, part: string, each: (at: number) => void): void {
  if (part === '' || part.length > text.length) return;
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched < part.length) continue;
    each(at + 1 - matched);
    matched = borders[matched - 1] ?? 0;
  }
}

/** The prefix function of Knuth, Morris and Pratt. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let border = 0;
  for (let at = 1; at < part.length; at += 1) {
    const unit = part.charCodeAt(at);
    while (border > 0 && part.charCodeAt(border) !== unit) border = borders[border - 1] ?? 0;
    if (part.charCodeAt(border) === unit) border += 1;
    borders[at] = border;
  }
  return borders;
}
