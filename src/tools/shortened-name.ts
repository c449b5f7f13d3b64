const hashLength = 8;

/**
 * A name of at most `max` characters: a longer one is cut and gets a hash of the whole. Also runs
 * inside plugins' machines, so it uses nothing of Node.
 */
export function shortenedName(name: string, max: number): string {
  return name.length <= max ? name : markedName(name, name, max);
}

/** The name followed by a hash of another text, at most `max` characters. */
export function markedName(name: string, marking: string, max: number): string {
  return `${name.slice(0, max - hashLength - 1)}_${hash(marking)}`;
}

/** FNV-1a, 32 bits. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return sum.toString(16).padStart(hashLength, '0');
}
