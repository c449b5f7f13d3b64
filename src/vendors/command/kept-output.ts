import type { Readable } from 'node:stream';

/** Keeps the beginning of a stream; the rest is read and dropped. */
export function keepHead(stream: Readable, maxBytes: number): () => string {
  const pieces: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (piece: Buffer) => {
    if (bytes < maxBytes) pieces.push(piece.subarray(0, maxBytes - bytes));
    bytes += piece.length;
  });
  return () => Buffer.concat(pieces).toString('utf8');
}

/** Keeps the end of a stream. */
export function keepTail(stream: Readable, maxBytes: number): () => string {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const joined = (): Buffer => Buffer.concat(pieces).subarray(-maxBytes);
  stream.on('data', (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < 2 * maxBytes) return;
    pieces = [Buffer.from(joined())];
    bytes = maxBytes;
  });
  return () => joined().toString('utf8');
}
