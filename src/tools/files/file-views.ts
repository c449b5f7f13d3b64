/** What all texts of a turn may take in memory; a character of a string takes two bytes at most. */
const maxBytes = 8 * 1024 * 1024;
const bytesPerCharacter = 2;
/** Larger texts are not kept, and their files not compared. */
export const maxViewCharacters = 1024 * 1024;

/** Texts of files as a turn last saw or wrote them, the latest ones. Kept in memory only. */
export class FileViews {
  private readonly texts = new Map<string, string>();
  private bytes = 0;

  note(path: string, text: string): void {
    this.forget(path);
    if (text.length > maxViewCharacters) return;
    this.texts.set(path, text);
    this.bytes += text.length * bytesPerCharacter;
    for (const oldest of this.texts.keys()) {
      if (this.bytes <= maxBytes) break;
      this.forget(oldest);
    }
  }

  seen(path: string): string | undefined {
    return this.texts.get(path);
  }

  private forget(path: string): void {
    this.bytes -= (this.texts.get(path)?.length ?? 0) * bytesPerCharacter;
    this.texts.delete(path);
  }
}
