import { type Command, forEachChild, parse, type PipelineNode, type SyntaxNode } from 'unbash';

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
  /** Where it ends in the line. */
  readonly end: number;
}

/** The command a word would be spoken of as: not in pieces that tell how each of them ended. */
const ownShell =
  /^(?:(?:ba|da|z|k)?sh|eval|exec|trap|set|shopt|source|\.|alias|if|for|while|until|case|function|select|time|coproc|!|\{|\[\[)$/;

/** Not quoted: what the shell replaces. */
const expanding = /(?<!\\)[$*?[{~]/;

/**
 * The programs of a command line of which each is known to have run where the line succeeded. Null:
 * they cannot be known, as with `;`, `||`, `&`, several lines, a substitution, or a shell within.
 */
export function partsOf(command: string): readonly CommandPart[] | null {
  const line = command.trim();
  const { commands, errors = [] } = parse(line);
  const [statement, ...others] = commands;
  if (statement === undefined || others.length > 0 || errors.length > 0) return null;
  if (statement.background === true || substitutes(statement)) return null;
  const { command: whole } = statement;
  const isList = whole.type === 'AndOr';
  if (isList && whole.operators.some((operator) => operator !== '&&')) return null;
  const parts: CommandPart[] = [];
  for (const node of isList ? whole.commands : [whole]) {
    const piped = pipedParts(line, node, parts.length === 0 ? '' : '&&');
    if (piped === null) return null;
    parts.push(...piped);
  }
  return parts;
}

/** True if part of a line is what a command within it says. */
export function substitutes(node: SyntaxNode): boolean {
  let found = /^(?:CommandExpansion|ProcessSubstitution|ArithmeticCommandExpansion)$/.test(
    node.type,
  );
  forEachChild(node, (child) => {
    found ||= substitutes(child);
  });
  return found;
}

function pipedParts(
  line: string,
  node: PipelineNode,
  after: CommandPart['after'],
): readonly CommandPart[] | null {
  const isPipeline = node.type === 'Pipeline';
  if (isPipeline && (node.prefixes.length > 0 || node.operators.some((one) => one !== '|'))) {
    return null;
  }
  const parts: CommandPart[] = [];
  for (const command of isPipeline ? node.commands : [node]) {
    const part = command.type === 'Command' ? partOf(line, command) : null;
    if (part === null) return null;
    parts.push({ ...part, after: parts.length === 0 ? after : '|' });
  }
  return parts;
}

/** Whether the shell does something of its own, or another is started, for the first word of a command. */
export function isOfShell(name: string): boolean {
  return ownShell.test(name.split('/').at(-1) ?? '');
}

function partOf(line: string, command: Command): Omit<CommandPart, 'after'> | null {
  const { name, prefix, args, redirects, pos, end } = command;
  if (name === undefined || isOfShell(name.value)) return null;
  if (redirects.some(({ type }) => type !== 'Redirect')) return null;
  const assigned = prefix.filter((one) => one.type === 'Assignment');
  const words = [...assigned, name, ...args];
  return {
    words: words.map((word) => (word.type === 'Word' ? word.value : word.text)),
    expands: words.some(expands),
    redirections: redirects.map((one) => line.slice(one.pos, one.end).replace(/([<>|&])\s+/, '$1')),
    text: line.slice(pos, end),
    end,
  };
}

function expands(word: SyntaxNode): boolean {
  if (word.type === 'Assignment') return expanding.test(word.text);
  if (word.type !== 'Word') return false;
  if (word.parts === undefined) return expanding.test(word.text);
  return word.parts.some((part) => {
    if (part.type === 'Literal') return expanding.test(part.text);
    if (part.type === 'DoubleQuoted') return part.parts.some(({ type }) => type !== 'Literal');
    return part.type !== 'SingleQuoted' && part.type !== 'AnsiCQuoted';
  });
}
