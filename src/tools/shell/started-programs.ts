import {
  type Command,
  forEachChild,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from 'unbash';

/** A program that a command line starts. */
export interface StartedProgram {
  /** Its name and arguments; null: a word that the shell expands. */
  readonly words: readonly (string | null)[];
  /** Files and texts redirected to its input, and arguments of the commands piped into it. */
  readonly inputs: readonly string[];
  /** Folder in which it is started, relative to the line's, or absolute. */
  readonly folder: string;
}

/** Longer lines are not read. */
const mostCharacters = 200_000;

/** Every program that a command line starts, those in functions, conditions and substitutions too. */
export function startedPrograms(line: string, folder = ''): readonly StartedProgram[] {
  if (line.length > mostCharacters) return [];
  const reader = new ProgramReader(folder);
  reader.read(parse(line));
  return reader.programs;
}

class ProgramReader {
  readonly programs: StartedProgram[] = [];
  /** Arguments of the earlier commands of a pipeline. */
  private piped: readonly string[] = [];

  constructor(private folder: string) {}

  readonly read = (node: SyntaxNode): void => {
    if (node.type === 'Pipeline') {
      this.readPipeline(node.commands);
    } else if (node.type === 'Subshell' || node.type === 'Script') {
      const { folder } = this;
      forEachChild(node, this.read);
      this.folder = folder;
    } else {
      if (node.type === 'Command') this.readCommand(node);
      forEachChild(node, this.read);
    }
  };

  private readPipeline(commands: readonly SyntaxNode[]): void {
    for (const command of commands) {
      const begin = this.programs.length;
      this.read(command);
      const words = this.programs.slice(begin).flatMap((program) => program.words.slice(1));
      this.piped = [...this.piped, ...words.filter((word) => word !== null)];
    }
    this.piped = [];
  }

  private readCommand({ name, args, redirects }: Command): void {
    if (name === undefined) return;
    const given = args.filter((arg): arg is Word => arg.type === 'Word');
    const words = [name, ...given].map(plainText);
    const read = redirects.flatMap(inputOf);
    const { folder, piped } = this;
    this.programs.push({ words, inputs: [...read, ...piped], folder });
    if (words[0] === 'cd' || words[0] === 'pushd') this.enter(words.slice(1));
  }

  private enter(words: readonly (string | null)[]): void {
    const to = words.find((word) => word !== null && !word.startsWith('-')) ?? '';
    const isAbsolute = to.startsWith('/');
    this.folder = isAbsolute || this.folder === '' ? to : `${this.folder}/${to}`;
  }
}

function inputOf(redirection: Redirection): readonly string[] {
  if (redirection.type === 'HereDoc') return [redirection.body.text];
  const { type, operator, target } = redirection;
  if (target === undefined || (type === 'Redirect' && operator !== '<')) return [];
  const text = plainText(target);
  return text === null ? [] : [text];
}

/** The text of a word without quotes; null: the shell expands it. */
function plainText({ value, parts }: Word): string | null {
  const isPlain = (parts ?? []).every(isFixed);
  return isPlain && !value.startsWith('~') ? value : null;
}

function isFixed(part: SyntaxNode): boolean {
  if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') {
    return part.parts.every(isFixed);
  }
  return part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted';
}
