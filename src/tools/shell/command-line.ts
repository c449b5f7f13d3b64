import { type Command, forEachChild, parse, type PipelineNode, type SyntaxNode } from 'unbash';

/** One program of a command line, with what follows it up to the next `|` or `&&`. */
export interface CommandPart {
  /** Without quotes and redirections. */
  readonly words: readonly string[];
  /** True if the shell expands a word: a variable, a pattern, a brace. */
  readonly expands: boolean;
  /** As written: `2>&1`, `>out.txt`. */
  readonly redirections: readonly string[];
  /** Operator before it; empty for the first. */
  readonly after: '' | '|' | '&&';
  readonly text: string;
  /** Index of its end in the line. */
  readonly end: number;
}

/**
 * Shells, and keywords and builtins whose exit code does not tell how each of their parts ended.
 */
const ownShell =
  /^(?:(?:ba|da|z|k)?sh|eval|exec|trap|set|shopt|source|\.|alias|if|for|while|until|case|function|select|time|coproc|!|\{|\[\[)$/;

/** Unquoted characters that the shell expands. */
const expanding = /(?<!\\)[$*?[{~]/;

/**
 * The programs of a command line whose success means that all of them ran. Null: this is unknown,
 * as with `;`, `||`, `&`, several lines, a substitution, or a shell within.
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

/** True if the output of another command becomes a part of the line. */
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

/** True if the first word of a command is a keyword or builtin of the shell, or another shell. */
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
