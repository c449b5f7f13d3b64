/** One program of a command line, with what follows it up to the next `|` or `&&`. */
export interface CommandPart {
  /** Without quotes; what redirects is left out. */
  readonly words: readonly string[];
  /** Some word holds what the shell puts in itself: a variable, a pattern, a brace. */
  readonly expands: boolean;
  /** As they stand: `2>&1`, `>out.txt`. */
  readonly redirections: readonly string[];
  /** What stands between it and the part before; empty for the first. */
  readonly after: '' | '|' | '&&';
  readonly text: string;
  /** Where it ends in the line, without blanks around that. */
  readonly end: number;
}

/** The command a word would be spoken of as: not in pieces that tell how each of them ended. */
const ownShell =
  /^(?:(?:ba|da|z|k)?sh|eval|exec|trap|set|shopt|source|\.|alias|if|for|while|until|case|function|select|time|coproc|!|\{|\[\[)$/;

const assignment = /^[A-Za-z_]\w*\+?=/;
const blank = /\s/;

/**
 * The programs of a command line of which each is known to have run where the line succeeded. Null:
 * they cannot be known, as with `;`, `||`, `&`, several lines, a substitution, or a shell within.
 */
export function partsOf(command: string): readonly CommandPart[] | null {
  const line = command.trim().replace(/(?<!\\);$/, '');
  const reader = new PartReader(line);
  const parts = reader.read();
  if (parts === null) return null;
  return parts.every(({ words }) => isPlain(words)) ? parts : null;
}

function isPlain(words: readonly string[]): boolean {
  const name = words.find((word) => !assignment.test(word));
  return name !== undefined && !ownShell.test(name.split('/').at(-1) ?? '');
}

/** Reads a line as a shell divides it, as far as that is certain. */
class PartReader {
  private at = 0;
  private readonly parts: CommandPart[] = [];
  private after: CommandPart['after'] = '';
  private begins = 0;
  private words: string[] = [];
  private redirections: string[] = [];
  private word: string | null = null;
  private expands = false;

  constructor(private readonly line: string) {}

  read(): readonly CommandPart[] | null {
    while (this.at < this.line.length) if (!this.step()) return null;
    return this.endPart('') ? this.parts : null;
  }

  /** False: what comes next hides how its parts end. */
  private step(): boolean {
    const { line, at } = this;
    const rest = line.slice(at);
    const char = line[at] ?? '';
    if (/^(?:;|\n|\|\||`|\$\(|[<>]\(|\(|\)|<<)/.test(rest)) return false;
    const redirection = /^(?:\d*|&)(?:>>|>\||>&|<&|<>|>|<)\s*[^\s|&;<>()`$'"]+/.exec(rest)?.[0];
    if (redirection !== undefined && (this.word === null || !/^\d/.test(rest))) {
      this.endWord();
      this.redirections.push(redirection.replaceAll(/\s+/g, ''));
      this.at += redirection.length;
      return true;
    }
    const toQuoted = /^(?:\d*|&)(?:>>|>\||>|<)[ \t]*(?=["'$~])/.exec(rest)?.[0];
    if (toQuoted !== undefined && (this.word === null || !/^\d/.test(rest))) {
      return this.readTarget(toQuoted);
    }
    if (/^[<>]/.test(rest)) return false;
    if (rest.startsWith('&&')) return this.endPart('&&');
    if (char === '&') return false;
    if (rest.startsWith('|&')) return false;
    if (char === '|') return this.endPart('|');
    if (char === '#' && this.word === null) return this.skip(line.length - at);
    if (blank.test(char)) {
      this.endWord();
      return this.skip(1);
    }
    return this.readWord(char);
  }

  /** A file that is named in quotes or by a variable. */
  private readTarget(operator: string): boolean {
    this.endWord();
    const { expands } = this;
    this.at += operator.length;
    const begins = this.at;
    for (let char = this.line[begins]; char !== undefined && !/[\s|&;<>()]/.test(char);) {
      if (/^(?:`|\$\()/.test(this.line.slice(this.at)) || !this.readWord(char)) return false;
      char = this.line[this.at];
    }
    this.redirections.push(`${operator.trim()}${this.line.slice(begins, this.at)}`);
    this.word = null;
    this.expands = expands;
    return true;
  }

  private readWord(char: string): boolean {
    const { line, at } = this;
    if (char === '\\') return this.add(line.slice(at + 1, at + 2), 2);
    if (char === "'") {
      const end = line.indexOf("'", at + 1);
      return end > 0 && this.add(line.slice(at + 1, end), end - at + 1);
    }
    if (char === '"') return this.readQuoted();
    if (/[$*?[{~]/.test(char)) this.expands = true;
    return this.add(char, 1);
  }

  private readQuoted(): boolean {
    const quoted = /^"((?:[^"\\`$]|\\[^]|\$(?!\())*)"/.exec(this.line.slice(this.at));
    if (quoted === null) return false;
    const [whole, text = ''] = quoted;
    if (/(?<!\\)\$/.test(text)) this.expands = true;
    return this.add(text.replaceAll(/\\(["\\$`])/g, '$1'), whole.length);
  }

  private add(text: string, length: number): boolean {
    this.word = (this.word ?? '') + text;
    return this.skip(length);
  }

  private skip(length: number): boolean {
    this.at += length;
    return true;
  }

  private endWord(): void {
    if (this.word !== null) this.words.push(this.word);
    this.word = null;
  }

  private endPart(next: CommandPart['after']): boolean {
    this.endWord();
    const { words, expands, redirections, after } = this;
    if (words.length === 0) return false;
    const text = this.line.slice(this.begins, this.at).trim();
    this.parts.push({ words, expands, redirections, after, text, end: this.at });
    this.words = [];
    this.redirections = [];
    this.expands = false;
    this.after = next;
    this.at += next.length;
    this.begins = this.at;
    return true;
  }
}
