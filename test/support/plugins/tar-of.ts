/** One entry of an archive, valid or not. */
export interface TarEntry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** The type flag; a file by default. */
  readonly type?: string;
  readonly prefix?: string;
}

const blockBytes = 512;

/** A tar archive written by hand, so that it can be invalid. */
export function tarOf(...entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.map((entry) => tarBlock(entry)), Buffer.alloc(2 * blockBytes)]);
}

/**
 * Header and body of one entry; `change` may damage the header before its checksum is calculated.
 */
export function tarBlock(entry: TarEntry, change?: (header: Buffer) => void): Buffer {
  const body = Buffer.from(entry.content ?? '');
  const header = Buffer.alloc(blockBytes);
  header.write(entry.name, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(entry.type ?? (entry.name.endsWith('/') ? '5' : '0'), 156);
  header.write('ustar\x0000', 257);
  header.write(entry.prefix ?? '', 345, 155);
  change?.(header);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((blockBytes - (body.length % blockBytes)) % blockBytes);
  return Buffer.concat([header, body, padding]);
}
