/** Characters of a patch shown at first; each further page doubles them. */
export const firstPage = 40_000;

/** The beginning of a patch. */
export interface PatchPage {
  readonly text: string;
  /** True if the patch continues. */
  readonly isMore: boolean;
}

/** Reads only as much of a patch as is shown, up to the end of a line if possible. */
export async function readPage(patch: AsyncIterable<Uint8Array>, most: number): Promise<PatchPage> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of patch) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > most) return { text: cut(text, most), isMore: true };
  }
  return { text: text + decoder.decode(), isMore: false };
}

function cut(text: string, most: number): string {
  const end = text.lastIndexOf('\n', most - 1);
  return text.slice(0, end === -1 ? most : end + 1);
}
