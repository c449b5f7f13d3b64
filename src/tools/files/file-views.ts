/** Memory for all texts of a turn; a character takes two bytes at most. */
const maxBytes = 8 * 1024 * 1024;
const bytesPerCharacter = 2;
/** Larger texts are not kept, and their files not compared. */
export const maxViewCharacters = 1024 * 1024;

/** The latest texts of files as a turn saw or wrote them. In memory only. */
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
