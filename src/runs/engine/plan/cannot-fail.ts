import { type Command, parse, type PipelineNode, type Statement } from 'unbash';

/** Programs that always end with code 0, whatever they are given. */
const harmless = /^(?::|true|echo|printf|pwd|date|whoami|sleep)$/;
/** Words before a program that change nothing of how it ends. */
const before = /^(?:command|builtin|exec|time)$/;
const shell = /^(?:ba|da|z)?sh$/;
const systemFolder = /^\/(?:usr\/)?bin\//;

/**
 * Whether a shell command ends with code 0 whatever is wrong, as far as its text tells: what it ends
 * with is a command that cannot fail, such as `echo`, has one for its alternative, or goes on in the
 * background.
 */
export function cannotFail(command: string): boolean {
  return command.trim() === 'exit' || endsWell(parse(command).commands);
}

function endsWell(statements: readonly Statement[]): boolean {
  const last = statements.at(-1);
  return last === undefined || last.background === true || isHarmless(last.command);
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
  if (name === 'exit') return /^0+$/.test(first);
  if (name === 'cat') return first === '' && command.redirects.length === 0;
  const isLine = shell.test(name) && first === '-c' && second !== undefined;
  return isLine && others.length === 0 && cannotFail(second);
}

/** The program without its folder, and its arguments. */
function wordsOf({ name, args }: Command): readonly string[] {
  const given = [name, ...args].map((word) => (word?.type === 'Word' ? word.value : ''));
  const words = given.map((word) => word.replace(systemFolder, ''));
  const begin = words.findIndex((word) => !before.test(word));
  return begin < 0 ? [] : words.slice(begin);
}
