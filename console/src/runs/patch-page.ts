/** Characters of a patch that are shown at first; each further page is as long as all before it. */
export const firstPage = 40_000;

/** The beginning of a patch. */
export interface PatchPage {
  readonly text: string;
  /** Whether it goes on. */
  readonly isMore: boolean;
}

/** Reads as much of a patch as is shown, and no more: up to the end of a line where there is one. */
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
