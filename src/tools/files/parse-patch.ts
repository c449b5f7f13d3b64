import { patchTexts } from '../../protocol/texts/tools.js';

export interface PatchEdit {
  readonly path: string;
  readonly find: string;
  readonly replace: string;
}

export interface ParsedPatch {
  readonly edits: readonly PatchEdit[];
  /** Everything that is wrong with it; with one problem nothing may be applied. */
  readonly problems: readonly string[];
}

type Marker = 'begin' | 'end' | 'file' | 'find' | 'replace';

const markers: readonly (readonly [Marker, RegExp])[] = [
  ['begin', /^\*\*\* Begin Patch\s*$/],
  ['end', /^\*\*\* End Patch\s*$/],
  ['file', /^\*\*\* Update File:(.*)$/],
  ['find', /^\*\*\* Find:\s*$/],
  ['replace', /^\*\*\* Replace:\s*$/],
];

/**
 * Reads the patch format of behaviour-engine.md 7.2: files, and in each of them pairs of a Find
 * block and a Replace block, both literal. It has no line numbers and no fuzz.
 */
export function parsePatch(text: string): ParsedPatch {
  const reader = new PatchReader();
  const lines = text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');
  lines.forEach((line, index) => reader.read(line, index + 1));
  return reader.finish();
}

class PatchReader {
  private readonly edits: PatchEdit[] = [];
  private readonly problems: string[] = [];
  private path: string | undefined;
  private files = 0;
  private find: string[] | undefined;
  private replace: string[] | undefined;

  read(line: string, number: number): void {
    for (const [marker, form] of markers) {
      const match = form.exec(line);
      if (match) return this.mark(marker, number, match[1]?.trim() ?? '');
    }
    const block = this.replace ?? this.find;
    if (block) block.push(line);
    else if (line.trim() !== '') this.problems.push(patchTexts.strayLine(number, line));
  }

  finish(): ParsedPatch {
    this.closeEdit();
    if (this.files === 0) this.problems.push(patchTexts.noFiles);
    else if (this.edits.length === 0 && this.problems.length === 0) {
      this.problems.push(patchTexts.noEdits);
    }
    return { edits: this.edits, problems: this.problems };
  }

  private mark(marker: Marker, number: number, value: string): void {
    if (marker === 'replace') return this.beginReplace(number);
    this.closeEdit();
    if (marker === 'file') this.beginFile(number, value);
    if (marker === 'find') this.beginFind(number);
  }

  private beginFile(number: number, path: string): void {
    this.files += 1;
    this.path = path;
    if (path === '') this.problems.push(patchTexts.pathMissing(number));
  }

  private beginFind(number: number): void {
    if (this.path === undefined) this.problems.push(patchTexts.findBeforeFile(number));
    this.find = [];
  }

  private beginReplace(number: number): void {
    if (!this.find || this.replace) this.problems.push(patchTexts.replaceWithoutFind(number));
    else if (this.find.join('\n') === '') this.problems.push(patchTexts.emptyFind(number));
    this.replace ??= [];
  }

  private closeEdit(): void {
    const { path, find, replace } = this;
    this.find = undefined;
    this.replace = undefined;
    if (find && !replace) this.problems.push(patchTexts.findWithoutReplace(path ?? ''));
    if (!path || !find || !replace) return;
    this.edits.push({ path, find: find.join('\n'), replace: replace.join('\n') });
  }
}
