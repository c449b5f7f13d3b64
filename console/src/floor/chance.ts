/** A number from 0 to 1, always the same for the same text (FNV-1a, mixed once more). */
export function chanceOf(words: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < words.length; index++) {
    hash = Math.imul(hash ^ words.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

export function pick<T>(choices: readonly [T, ...T[]], words: string): T {
  return choices[Math.floor(chanceOf(words) * choices.length)] ?? choices[0];
}
