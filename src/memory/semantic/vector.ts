/** A vector of length one, so that the cosine of two is the sum of their products. */
export type UnitVector = Float32Array;

/** Null for what has no direction: nothing, all zero, or with holes. */
export function unitVector(numbers: readonly number[]): UnitVector | null {
  const length = Math.hypot(...numbers);
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(numbers, (number) => number / length);
}

/** From -1, opposite, to 1, the same direction. Both have the same width. */
export function cosine(a: UnitVector, b: UnitVector): number {
  return a.reduce((sum, number, place) => sum + number * (b[place] ?? 0), 0);
}

/** The width that vectors have; null when they have several, or there is none. */
export function commonWidth(vectors: readonly (readonly number[])[]): number | null {
  const [width = 0, ...others] = new Set(vectors.map(({ length }) => length));
  return width > 0 && others.length === 0 ? width : null;
}

/** Bytes of a stored vector of so many numbers, by which its width is known. */
export function bytesOfWidth(width: number): number {
  return width * 4;
}

/** As stored: little-endian floats of four bytes, whatever machine writes or reads them. */
export function vectorToBytes(vector: UnitVector): Buffer {
  const bytes = Buffer.alloc(bytesOfWidth(vector.length));
  vector.forEach((number, place) => bytes.writeFloatLE(number, place * 4));
  return bytes;
}

export function vectorFromBytes(bytes: Buffer): UnitVector {
  return Float32Array.from({ length: bytes.length / 4 }, (_, place) =>
    bytes.readFloatLE(place * 4),
  );
}
