/**
 * Calls `each` with every place where a part begins in a text, ascending, those too that overlap.
 * Each character of the text is looked at once, whatever the two are made of.
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

/** For each beginning of the part, how much of it ends as the part begins (Knuth, Morris and Pratt). */
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
