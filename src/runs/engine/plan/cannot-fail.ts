import {
  type Command,
  forEachChild,
  parse,
  type PipelineNode,
  type Statement,
  type SyntaxNode,
} from 'unbash';
import { substitutes } from '#tools/shell/command-line.js';
import { givenLine } from '#tools/shell/given-line.js';
import { setsErrexit } from '#tools/shell/judge-command.js';

/** Programs that always end with code 0, whatever they are given. */
const harmless = /^(?::|true|echo|printf|pwd|date|whoami|sleep)$/;
/** Words before a program that do not change its exit code. */
const before = /^(?:command|builtin|exec|time)$/;
/** Programs that start the program named after their options. */
const starter = /^(?:env|nice|nohup|stdbuf|sudo|timeout)$/;
const ofStarter = /^(?:-.*|\w+=.*|[\d.]+[smhd]?)$/;
/** Programs that end with code 0 without arguments. */
const alone = /^(?:ls|wait)$/;
const shows = /^(?:cat|head|rm|tail)$/;
/** Options with which any program describes itself and ends with code 0. */
const aboutItself = /^--(?:help|version)$/;
const systemFolder = /^\/(?:usr\/)?bin\//;

/**
 * Whether a shell command always ends with code 0, as far as its text tells: its last part cannot
 * fail (`echo`), has an alternative that cannot fail, or runs in the background.
 */
export function cannotFail(command: string): boolean {
  return command.trim() === 'exit' || endsWell(parse(command).commands);
}

function endsWell(statements: readonly Statement[]): boolean {
  const last = statements.at(-1);
  if (last === undefined) return true;
  const before = statements.slice(0, -1);
  if (before.some(mayEnd)) return false;
  const endsAtOnce = before.some(({ command }) => setsErrexit(command));
  if (!endsAtOnce && showsWritten(last.command, before)) return true;
  const counted = endsAtOnce ? statements : [last];
  return counted.every(
    ({ background, command }) => background === true || setsErrexit(command) || isHarmless(command),
  );
}

/** Whether a command only prints or removes files that earlier commands of the line wrote. */
function showsWritten(node: Statement['command'], before: readonly Statement[]): boolean {
  if (node.type !== 'Command') return false;
  const [name = '', ...words] = wordsOf(node);
  const files = words.filter((word) => !/^(?:-|\d+$)/.test(word));
  if (!shows.test(name) || files.length === 0) return false;
  const written = new Set(before.flatMap(writtenBy));
  return files.every((file) => written.has(file));
}

function writtenBy(node: SyntaxNode): readonly string[] {
  const found: string[] = [];
  if (node.type === 'Redirect' && /^(?:&?>>?|>\|)$/.test(node.operator)) {
    found.push(node.target?.value ?? '');
  }
  if (node.type === 'Command') {
    const [name = '', ...words] = textsOf(node);
    if (name === 'tee') found.push(...words);
  }
  forEachChild(node, (child) => {
    found.push(...writtenBy(child));
  });
  return found;
}

/** Whether this part may end the shell with another code than 0. */
function mayEnd(node: SyntaxNode): boolean {
  if (node.type === 'Command') {
    const [name = '', code = ''] = textsOf(node);
    if (/^(?:exec|return|trap)$/.test(name)) return true;
    if (name === 'exit') return !/^0+$/.test(code);
  }
  let found = false;
  forEachChild(node, (child) => {
    found ||= child.type !== 'Subshell' && mayEnd(child);
  });
  return found;
}

function isHarmless(node: Statement['command']): boolean {
  if (node.type !== 'AndOr') return isHarmlessPipeline(node);
  const alternatives: PipelineNode[][] = [[]];
  node.commands.forEach((command, at) => {
    if (at > 0 && node.operators[at - 1] === '||') alternatives.push([]);
    alternatives.at(-1)?.push(command);
  });
  return alternatives.some((parts) => parts.every(isHarmlessPipeline));
}

function isHarmlessPipeline(node: PipelineNode): boolean {
  switch (node.type) {
    case 'Pipeline': {
      const { prefixes, commands } = node;
      const isNegated = prefixes.some(({ type }) => type === 'Negation');
      return isNegated ? commands.every(isFalse) : commands.every(isHarmlessPipeline);
    }
    case 'Subshell':
    case 'BraceGroup':
      return endsWell(node.body.commands);
    case 'Redirected':
      return isHarmlessPipeline(node.command);
    case 'If':
      return [node.then, ...node.elif.map(({ then }) => then), ...(node.else ? [node.else] : [])]
        .map(({ commands }) => commands)
        .every(endsWell);
    case 'For':
    case 'ArithmeticFor':
      return endsWell(node.body.commands);
    case 'Case':
      return node.items.every(({ body }) => endsWell(body.commands));
    case 'Command':
      return isHarmlessCommand(node);
    default:
      return false;
  }
}

function isFalse(node: PipelineNode): boolean {
  return node.type === 'Command' && wordsOf(node)[0] === 'false';
}

function isHarmlessCommand(command: Command): boolean {
  const [name = '', first = '', second, ...others] = wordsOf(command);
  if (harmless.test(name)) return true;
  if (alone.test(name) && first === '') return true;
  if (second === undefined && aboutItself.test(first)) return true;
  if (name === 'eval') return cannotFail([first, second, ...others].join(' '));
  if (name === 'exit') return /^0+$/.test(first);
  if (name === 'rm') return /^-[rRv]*f/.test(first);
  if (name === '') return command.prefix.length > 0 && !substitutes(command);
  if (name === 'cat') return first === '' && command.redirects.length === 0;
  const line = givenLine(wordsOf(command));
  return line?.isOption === true && line.isStarted && line.text !== '' && cannotFail(line.text);
}

/** The program, without its folder and what starts it, and its arguments. */
function wordsOf(command: Command): readonly string[] {
  const words = textsOf(command);
  const begin = words.findIndex((word) => !before.test(word));
  if (begin < 0) return [];
  const program = words.slice(begin);
  if (!starter.test(program[0] ?? '')) return program;
  const started = program.findIndex((word, at) => at > 0 && !ofStarter.test(word));
  return started < 0 ? program : program.slice(started);
}

function textsOf({ name, args }: Command): readonly string[] {
  const given = [name, ...args].map((word) => (word?.type === 'Word' ? word.value : ''));
  return given.map((word) => word.replace(systemFolder, ''));
}
