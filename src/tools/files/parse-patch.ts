import { patchTexts } from '../../protocol/texts/tools.js';

export interface PatchEdit {
  readonly path: string;
  readonly find: string;
  readonly replace: string;
}

interface ParsedPatch {
  readonly edits: readonly PatchEdit[];
  /** All problems; with one of them nothing may be applied. */
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

/** Lines that could be taken for a marker of this or a similar format. */
const looksLikeMarker =
  /^\*\*\*\s*(?:(?:begin|end) patch\b|(?:update|add|delete|move) file\s*:|move to\s*:|end of file\b|(?:find|replace)\s*:)/i;

/** Content that looks like a marker has an additional backslash before it. */
const escapedLine = /^\\+(?=\*\*\*)/;

/** The first line of a code fence around a patch; the last one repeats its beginning. */
const codeFence = /^\s*(```+|~~~+)[\w-]*\s*$/;

/**
 * Parses a patch: files with pairs of Find and Replace blocks, both literal. No line numbers, no
 * fuzziness. Every line is either understood or a problem.
 */
export function parsePatch(text: string): ParsedPatch {
  const reader = new PatchReader();
  const lines = text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n');
  const [first, end] = withoutFence(lines);
  for (let index = first; index < end; index += 1) reader.read(lines[index] ?? '', index + 1);
  return reader.finish();
}

/** First and last line of the patch, without a surrounding code fence. */
function withoutFence(lines: readonly string[]): readonly [number, number] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const fence = codeFence.exec(lines[first] ?? '')?.[1];
  const isFenced = fence !== undefined && first < last && lines[last]?.trim() === fence;
  return isFenced ? [first + 1, last] : [0, lines.length];
}

class PatchReader {
  private readonly edits: PatchEdit[] = [];
  private readonly problems: string[] = [];
  private readonly withoutBlocks: string[] = [];
  private path: string | undefined;
  private find: string[] | undefined;
  private replace: string[] | undefined;
  private files = 0;
  private blocksOfFile = 0;
  private begun = false;
  private ended = false;
  private behindEnd = false;

  read(line: string, number: number): void {
    if (this.ended) return this.readBehindEnd(line, number);
    for (const [marker, form] of markers) {
      const match = form.exec(line);
      if (match) return this.mark(marker, number, line, match[1]?.trim() ?? '');
    }
    const block = this.replace ?? this.find;
    if (looksLikeMarker.test(line)) this.problems.push(patchTexts.strayMarker(number, line));
    else if (block) block.push(unescaped(line));
    else if (line.trim() !== '') this.problems.push(patchTexts.strayLine(number, line));
  }

  finish(): ParsedPatch {
    this.closeFile();
    if (this.begun && !this.ended) this.problems.push(patchTexts.noEnd);
    if (this.files === 0) this.problems.push(patchTexts.noFiles);
    else if (this.edits.length === 0 && this.problems.length === 0) {
      this.problems.push(patchTexts.noEdits);
    } else this.problems.push(...this.withoutBlocks.map(patchTexts.fileWithoutEdits));
    return { edits: this.edits, problems: this.problems };
  }

  private mark(marker: Marker, number: number, line: string, value: string): void {
    switch (marker) {
      case 'begin':
        if (this.begun || this.files > 0 || this.find) {
          this.problems.push(patchTexts.strayMarker(number, line));
        }
        this.begun = true;
        return;
      case 'end':
        if (!this.begun) this.problems.push(patchTexts.strayMarker(number, line));
        this.ended = true;
        return;
      case 'file':
        return this.beginFile(number, value);
      case 'find':
        return this.beginFind(number);
      case 'replace':
        return this.beginReplace(number);
    }
  }

  /** Reports the first line after the end marker, which therefore was not the end. */
  private readBehindEnd(line: string, number: number): void {
    if (line.trim() === '' || this.behindEnd) return;
    this.behindEnd = true;
    this.problems.push(patchTexts.behindEnd(number, line));
  }

  private beginFile(number: number, path: string): void {
    this.closeFile();
    this.files += 1;
    this.path = path;
    this.blocksOfFile = 0;
    if (path === '') this.problems.push(patchTexts.pathMissing(number));
  }

  private beginFind(number: number): void {
    this.closeEdit();
    this.blocksOfFile += 1;
    if (this.path === undefined) this.problems.push(patchTexts.findBeforeFile(number));
    this.find = [];
  }

  private beginReplace(number: number): void {
    if (!this.find || this.replace) this.problems.push(patchTexts.replaceWithoutFind(number));
    else if (this.find.join('\n') === '') this.problems.push(patchTexts.emptyFind(number));
    this.replace ??= [];
  }

  private closeFile(): void {
    this.closeEdit();
    if (this.path && this.blocksOfFile === 0) this.withoutBlocks.push(this.path);
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

function unescaped(line: string): string {
  const escape = escapedLine.exec(line)?.[0];
  if (escape === undefined || !looksLikeMarker.test(line.slice(escape.length))) return line;
  return line.slice(1);
}
