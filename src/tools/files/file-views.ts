const maxFiles = 100;
/** Larger texts are not kept, and their files not compared. */
export const maxViewCharacters = 1024 * 1024;

/** Texts of files as a turn last saw or wrote them, the latest ones. Kept in memory only. */
export class FileViews {
  private readonly texts = new Map<string, string>();

  note(path: string, text: string): void {
    this.texts.delete(path);
    if (text.length > maxViewCharacters) return;
    this.texts.set(path, text);
    const [oldest] = this.texts.keys();
    if (this.texts.size > maxFiles && oldest !== undefined) this.texts.delete(oldest);
  }

  seen(path: string): string | undefined {
    return this.texts.get(path);
  }
}
