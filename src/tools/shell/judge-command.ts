import { type Command, parse, type PipelineNode, type Statement } from 'unbash';
import { clipStart } from '../../platform/text/clip.js';
import { limits } from '../../protocol/limits.js';
import { isOfShell, substitutes } from './command-line.js';
import { givenLine } from './given-line.js';
import type { Shell } from './shell.js';

/**
 * True if all parts of a command succeeded; null: the exit code does not tell.
 * @param exitCode null: the command was killed
 */
export function judgeCommand(
  command: string,
  exitCode: number | null,
  { pipefail }: Pick<Shell, 'pipefail'>,
): boolean | null {
  if (exitCode === null) return false;
  const { commands, errors = [] } = parse(command.trim());
  if (errors.length > 0) return null;
  const isKnown = isListTold(commands, { pipefail, errexit: false }) || onlyEnds(commands);
  return isKnown ? exitCode === 0 : null;
}

interface ShellOptions {
  readonly pipefail: boolean;
  /** True: `set -e` is in effect; `ignored`: the shell ignores it here, as before `&&`. */
  readonly errexit: boolean | 'ignored';
}

/**
 * True if the exit code of a list tells whether all its parts succeeded. Preparations at the
 * beginning (writing files, making folders, setting variables) are not parts: later ones need them.
 */
function isListTold(statements: readonly Statement[], inherited: ShellOptions): boolean {
  if (statements.some(({ background }) => background === true)) return false;
  let options = inherited;
  let at = 0;
  for (; at < statements.length - 1; at++) {
    const { command } = statements[at] as Statement;
    if (setsErrexit(command)) options = { ...options, errexit: options.errexit || true };
    else if (!prepares(command)) break;
  }
  const rest = statements.slice(at).map(({ command }) => command);
  const last = rest.pop();
  if (last === undefined || !isTold(last, options)) return false;
  return rest.every(
    (node) => options.errexit === true && node.type !== 'AndOr' && isTold(node, options),
  );
}

function isTold(node: Part, options: ShellOptions): boolean {
  switch (node.type) {
    case 'AndOr': {
      const within = { ...options, errexit: 'ignored' } as const;
      const isList = node.operators.every((operator) => operator === '&&');
      const last = node.commands.at(-1);
      return (
        isList && node.commands.every((one) => (one === last && ends(one)) || isTold(one, within))
      );
    }
    case 'Pipeline': {
      const { prefixes, commands } = node;
      if (prefixes.some(({ type }) => type === 'Negation')) return false;
      if (commands.length > 1 && !options.pipefail) return false;
      return commands.every((one) => isTold(one, options));
    }
    case 'Subshell':
    case 'BraceGroup':
      return isListTold(node.body.commands, options);
    case 'Redirected':
      return !node.redirects.some(substitutes) && isTold(node.command, options);
    case 'Command':
      return !substitutes(node) && isClosed(node) && (isOneProgram(node) || onlyAssigns(node));
    default:
      return false;
  }
}

type Part = Statement['command'] | PipelineNode;

/** True if every here-document has its end marker; else it contains the rest of the line. */
function isClosed({ redirects }: Command): boolean {
  return redirects.every((one) => one.type !== 'HereDoc' || one.closing !== undefined);
}

function onlyAssigns({ name, prefix }: Command): boolean {
  return name === undefined && prefix.every(({ type }) => type === 'Assignment');
}

/** True if a command, alone or joined by `&&`, only prepares for the following programs. */
function prepares(node: Part): boolean {
  if (node.type === 'AndOr') {
    return node.operators.every((operator) => operator === '&&') && node.commands.every(prepares);
  }
  if (node.type !== 'Command' || substitutes(node)) return false;
  return writesFile(node) || makesFolder(node) || setsVariables(node);
}

/** `cat > file` or `tee file` with a here-document, the redirections in any order. */
function writesFile(node: Command): boolean {
  const { name, args, redirects } = node;
  const texts = redirects.filter((one) => one.type === 'HereDoc');
  const files = redirects.filter((one) => one.type === 'Redirect' && /^>[>|]?$/.test(one.operator));
  const isRead = texts.length === 1 && isClosed(node);
  if (!isRead || files.length > 1 || redirects.length > 1 + files.length) return false;
  if (name?.value === 'tee') return args.length > 0;
  return name?.value === 'cat' && args.length === 0 && files.length === 1;
}

/** `mkdir -p folder`. */
function makesFolder(node: Command): boolean {
  const [name, option] = wordsOf(node);
  return name === 'mkdir' && option === '-p' && node.redirects.length === 0;
}

/** `A=1`, `export A=1`. */
function setsVariables(node: Command): boolean {
  const { name, args, redirects } = node;
  if (redirects.length > 0) return false;
  if (onlyAssigns(node)) return true;
  return name?.value === 'export' && args.every(({ text }) => /^\w+(?:=|$)/.test(text));
}

/** `set -e`, `set -euo pipefail`, `set -o errexit`. */
const setOptions = /^set(?: -[eux]+| -[eux]*o (?:errexit|nounset|pipefail|xtrace))+$/;
const errexitAmong = / -[ux]*e| errexit/;

/** True if a command sets `errexit`. */
export function setsErrexit(node: Part): boolean {
  if (node.type !== 'Command' || node.redirects.length > 0) return false;
  const line = wordsOf(node).join(' ');
  return setOptions.test(line) && errexitAmong.test(line);
}

const ofShell = /[;&|\n]/;
const leavesShell = /^(?:builtin|exit|logout|return)$/;

/** True for `exit 3` alone. */
function onlyEnds([{ command } = {}, ...others]: readonly Partial<Statement>[]): boolean {
  return others.length === 0 && command !== undefined && ends(command);
}

function ends(node: Part): boolean {
  return node.type === 'Command' && wordsOf(node)[0] === 'exit';
}

/** True if a command is one program whose exit code is its own: it starts no shell and no further programs. */
function isOneProgram(node: Command): boolean {
  const words = wordsOf(node).map((word) => word.split('/').at(-1) ?? '');
  const [name = '', first = ''] = words;
  if (name === '' || isOfShell(name) || leavesShell.test(name)) return false;
  if (name === 'command' && (isOfShell(first) || leavesShell.test(first))) return false;
  // `find -exec … \;` exits with 0 even if the programs that it starts fail.
  if (name === 'find' && words.some((word) => /^-(?:exec|ok)(?:dir)?$/.test(word))) {
    if (words.some((word) => word === ';' || word === String.raw`\;`)) return false;
  }
  const line = givenLine(wordsOf(node));
  return line === null || (!line.isOption && !ofShell.test(line.text));
}

function wordsOf({ name, args }: Command): readonly string[] {
  return [name, ...args].map((word) => (word?.type === 'Word' ? word.value : ''));
}

const tailLines = 20;

/** The last lines of an output: twenty at most, and 2,000 characters. */
export function tailOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-tailLines).join('\n');
  return clipStart(lines, limits.commandTailCharacters);
}
