import { z } from 'zod';
import { providerTexts } from '#protocol/texts/models.js';
import { lenient } from '#platform/text/foreign-fields.js';
import type { SdkEmbedder } from './sdk.js';

const row = lenient(z.object({ index: lenient(z.int()) }));
const answer = z.object({ data: lenient(z.array(row)) }).catch({});

type SdkEmbeddings = Awaited<ReturnType<SdkEmbedder['doEmbed']>>;

/**
 * Vectors in the order of the inputs; providers may send them numbered in any order.
 * @throws Error if one is missing or empty
 */
export function embeddingRows(
  { embeddings, response }: SdkEmbeddings,
  expected: number,
): number[][] {
  const numbers = rowNumbers(response?.body);
  const rows: number[][] = [];
  embeddings.forEach((vector, position) => {
    rows[numbers[position] ?? position] = vector;
  });
  const complete = rows.length === expected && embeddings.length === expected;
  if (!complete || Array.from(rows).some((row) => row === undefined || row.length === 0)) {
    throw new Error(providerTexts.badEmbeddings(embeddings.length, expected));
  }
  return rows;
}

function rowNumbers(body: unknown): (number | undefined)[] {
  const { data = [] } = answer.parse(body);
  return data.map((numbered) => numbered?.index);
}
