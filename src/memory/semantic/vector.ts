/** A vector of length one, so that a dot product is the cosine. */
export type UnitVector = Float32Array;

/** Null for a vector without direction: empty, all zero, or incomplete. */
export function unitVector(numbers: readonly number[]): UnitVector | null {
  const length = Math.hypot(...numbers);
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(numbers, (number) => number / length);
}

/** From -1 (opposite) to 1 (same direction). Both must have the same width. */
export function cosine(a: UnitVector, b: UnitVector): number {
  return a.reduce((sum, number, place) => sum + number * (b[place] ?? 0), 0);
}

/** The common width; null if there are several or none. */
export function commonWidth(vectors: readonly (readonly number[])[]): number | null {
  const [width = 0, ...others] = new Set(vectors.map(({ length }) => length));
  return width > 0 && others.length === 0 ? width : null;
}

/** Bytes of a stored vector of this width. */
export function bytesOfWidth(width: number): number {
  return width * 4;
}

/** Stored as little-endian 32-bit floats on every machine. */
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
