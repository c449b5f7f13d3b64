import { hashText } from './hash-text.js';

const defaultWidth = 64;

/** A hashed bag of words of unit length: texts that share words point the same way. */
export function mockEmbedding(modelId: string, text: string): number[] {
  const vector = new Array<number>(widthOf(modelId)).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const slot = hashText(word) % vector.length;
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The first number of two to four digits in the model's name, as in `mock-768`. */
function widthOf(modelId: string): number {
  const named = /(?<!\d)\d{2,4}(?!\d)/.exec(modelId)?.[0];
  return named === undefined ? defaultWidth : Number(named);
}
