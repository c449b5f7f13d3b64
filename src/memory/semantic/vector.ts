/** Numbers in a vector that memory keeps; an embedding of another width is refused. */
export const vectorWidth = 768;

/** A vector of length one, so that the cosine of two is the sum of their products. */
export type UnitVector = Float32Array;

/** Null for what has no direction: of another width, all zero, or with holes. */
export function unitVector(numbers: readonly number[]): UnitVector | null {
  if (numbers.length !== vectorWidth) return null;
  const length = Math.hypot(...numbers);
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(numbers, (number) => number / length);
}

/** From -1, opposite, to 1, the same direction. */
export function cosine(a: UnitVector, b: UnitVector): number {
  return a.reduce((sum, number, place) => sum + number * (b[place] ?? 0), 0);
}

/** As stored: little-endian floats of four bytes, whatever machine writes or reads them. */
export function vectorToBytes(vector: UnitVector): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((number, place) => bytes.writeFloatLE(number, place * 4));
  return bytes;
}

export function vectorFromBytes(bytes: Buffer): UnitVector {
  return Float32Array.from({ length: bytes.length / 4 }, (_, place) =>
    bytes.readFloatLE(place * 4),
  );
}
