/** FNV-1a, 32 bits: equal texts give equal numbers on every machine. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** The hash mapped to [0, 1). */
export function hashFraction(text: string): number {
  return mix(hashText(text)) / 2 ** 32;
}

/** Spreads texts that differ only in their last character. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
