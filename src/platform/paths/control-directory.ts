/** Characters that some file systems ignore when they compare names, so that `.g\u200cit` is `.git`. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether a file system somewhere takes this name for `.git`: any case, dots and blanks at its
 * end, ignored characters, and the short name of eight characters.
 */
export function isControlDirectory(component: string): boolean {
  const name = component
    .normalize('NFC')
    .replace(ignored, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return name === '.git' || name === 'git~1';
}
