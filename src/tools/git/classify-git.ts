import path from 'node:path';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { pathTexts } from '../../protocol/texts/paths.js';
import { gitTexts } from '../../protocol/texts/tools.js';

type GitClass =
  /** Only reads; needs no approval. */
  | { readonly kind: 'free'; readonly args: readonly string[] }
  /** Writes inside the repository; needs approval. */
  | { readonly kind: 'approval'; readonly args: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string };

const reading: ReadonlySet<string> = new Set([
  'status',
  'diff',
  'log',
  'show',
  'rev-parse',
  'ls-files',
  'blame',
  'shortlog',
  'describe',
]);

const writing: ReadonlySet<string> = new Set(['add', 'commit', 'cherry-pick']);

const remoteVerbs: ReadonlySet<string> = new Set([
  'add',
  'remove',
  'rm',
  'rename',
  'set-url',
  'set-head',
  'set-branches',
  'update',
  'prune',
]);

/** With one of these, names given to branch and tag are list patterns. */
const listing = /^(?:-l|--list|--(?:no-)?(?:contains|merged)|--points-at)(?:=|$)/;
const tagListing = /^-n\d*$/;
const deleting = /^(?:-[a-z]*d|--d)/;
const noListing = '--no-l';

/** Classifies a git command. */
export function classifyGit(root: string, command: string, args: readonly string[]): GitClass {
  const kind = kindOf(command, args);
  if (kind === 'refused') return { kind, reason: gitTexts.subcommand(command, args) };
  const refused = refusedArgument(command, args, kind === 'free');
  if (refused !== undefined)
    return { kind: 'refused', reason: gitTexts.argument(command, refused) };
  const outside = pathLike(command, args).find((value) => leavesRoot(root, value));
  if (outside !== undefined) return { kind: 'refused', reason: pathTexts.escapes(outside, root) };
  // A bare stash would put the work aside; without arguments it shows the list instead.
  const isBareStash = command === 'stash' && args.length === 0;
  return { kind, args: [command, ...(isBareStash ? ['list'] : args)] };
}

function kindOf(command: string, args: readonly string[]): GitClass['kind'] {
  if (reading.has(command)) return 'free';
  if (writing.has(command)) return 'approval';
  switch (command) {
    case 'branch':
      return lists(args) || names(args).length === 0 ? 'free' : 'approval';
    case 'tag':
      return isTagList(args) ? 'free' : 'approval';
    case 'stash':
      return /^(?:list|show)$/.test(args[0] ?? 'list') ? 'free' : 'approval';
    case 'remote':
      return remoteVerbs.has(names(args)[0] ?? '') ? 'refused' : 'free';
    case 'checkout':
      return args.some((arg) => /^-[bB]/.test(arg)) ? 'approval' : 'refused';
    default:
      return 'refused';
  }
}

function isTagList(args: readonly string[]): boolean {
  const deletes = args.some((arg) => deleting.test(arg));
  if (deletes) return false;
  return lists(args) || args.some((arg) => tagListing.test(arg)) || names(args).length === 0;
}

function lists(args: readonly string[]): boolean {
  return args.some((arg) => listing.test(arg)) && !args.some((arg) => arg.startsWith(noListing));
}

function names(args: readonly string[]): readonly string[] {
  return args.filter((arg) => !arg.startsWith('-'));
}

/** Only paths with `..` or absolute ones can leave; `a..b` is a range of commits. */
function leavesRoot(root: string, value: string): boolean {
  const climbs = value.split(/[\\/]/).includes('..');
  if (!path.isAbsolute(value) && !climbs) return false;
  return !isInside(path.resolve(root), path.resolve(root, value));
}

/** Options refused for every subcommand. */
const refusedAlways = [
  '--hard',
  '--force',
  '--no-verify',
  '--output',
  '--exec',
  '--upload-pack',
  '--receive-pack',
  '--contents',
  '--path',
  '--file',
  '--ext-diff',
  '--textconv',
  '-f',
  // Further options that read files anywhere, start programs, or enter other repositories.
  '--pathspec-from-file',
  '--ignore-revs-file',
  '--exclude-from',
  '--template',
  '--help',
  '--submodule',
  '--ignore-submodules',
  '--recurse-submodules',
];

/**
 * Also refused without approval: each makes a reading subcommand write. For `branch` they are
 * refused with a name too, because they move, delete or configure existing branches.
 */
const refusedFree = [
  '-d',
  '-D',
  '--delete',
  '-m',
  '-M',
  '--move',
  '-c',
  '-C',
  '--create',
  '--set-upstream-to',
  '-u',
  '--unset-upstream',
  '--edit-description',
  '--soft',
  '--mixed',
  '--no-index',
];

/** Complete options that git does not treat as abbreviations of refused longer ones. */
const complete: ReadonlySet<string> = new Set(['--text', '--edit']);

/** The relevant one-letter options of a subcommand. */
interface Letters {
  /** Options that take the rest as their value: letters after one are not options. */
  readonly withValue: string;
  readonly refused: string;
}

const noLetters: Letters = { withValue: '', refused: 'f' };
const comparing: Letters = { withValue: 'SGULOlnBMCX', refused: 'O' };

const letters: Readonly<Record<string, Letters>> = {
  diff: comparing,
  log: comparing,
  show: comparing,
  blame: { withValue: 'LSMC', refused: 'S' },
  'ls-files': { withValue: 'xX', refused: 'X' },
  branch: { withValue: '', refused: 'fdDmMcCu' },
  commit: { withValue: 'mFCctSu', refused: 'nFt' },
  tag: { withValue: 'mFun', refused: 'fF' },
  checkout: { withValue: 'bB', refused: 'f' },
  stash: { withValue: 'm', refused: '' },
  'cherry-pick': { withValue: 'mSX', refused: '' },
};

/** Options with arbitrary text as value. */
const textOptions: ReadonlySet<string> = new Set([
  '--grep',
  '--author',
  '--committer',
  '--since',
  '--until',
  '--after',
  '--before',
  '--format',
  '--pretty',
  '--message',
  '--date',
]);

const textLetters: Readonly<Record<string, string>> = {
  diff: 'SG',
  log: 'SG',
  show: 'SG',
  commit: 'm',
  tag: 'm',
  stash: 'm',
};

/** Subcommands whose `-m` takes the next argument; for `log` it has no value. */
const takesMessage: ReadonlySet<string> = new Set(['commit', 'tag']);

/**
 * The first refused argument, or undefined. Names are compared without `=value`, like git does:
 * abbreviated, and with combined letters. After `--` there are only paths; a message is only text.
 */
function refusedArgument(
  command: string,
  args: readonly string[],
  isFree: boolean,
): string | undefined {
  const mayNotWrite = isFree || command === 'branch';
  const names = mayNotWrite ? [...refusedAlways, ...refusedFree] : refusedAlways;
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  return options.find(
    (arg, index) =>
      !isMessage(command, options[index - 1]) &&
      (names.some((name) => standsFor(nameOf(arg), name)) || hasRefusedLetter(command, arg)),
  );
}

/** True if the next argument is a message. */
function isMessage(command: string, before: string | undefined): boolean {
  return takesMessage.has(command) && (before === '-m' || before === '--message');
}

/**
 * Arguments that git could take for a path: positional ones and option values, except text values.
 */
function pathLike(command: string, args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const before = args[index - 1];
    if (before !== undefined && isTextOption(command, before)) return [];
    if (!arg.startsWith('-')) return [arg];
    if (isTextOption(command, arg.startsWith('--') ? nameOf(arg) : arg.slice(0, 2))) return [];
    return arg.startsWith('--') ? [arg.slice(nameOf(arg).length + 1)] : [arg.slice(2)];
  });
}

function nameOf(arg: string): string {
  const equals = arg.indexOf('=');
  return equals === -1 ? arg : arg.slice(0, equals);
}

function standsFor(given: string, name: string): boolean {
  if (given === name) return true;
  return (
    given.startsWith('--') && given.length > 2 && !complete.has(given) && name.startsWith(given)
  );
}

function hasRefusedLetter(command: string, arg: string): boolean {
  if (!/^-[^-]/.test(arg)) return false;
  const { withValue, refused } = letters[command] ?? noLetters;
  for (const letter of arg.slice(1)) {
    if (refused.includes(letter)) return true;
    if (withValue.includes(letter)) return false;
  }
  return false;
}

function isTextOption(command: string, option: string): boolean {
  if (textOptions.has(option)) return true;
  const letter = /^-(.)$/.exec(option)?.[1];
  return letter !== undefined && (textLetters[command] ?? '').includes(letter);
}
