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
export function refusedArgument(
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
export function pathLike(command: string, args: readonly string[]): readonly string[] {
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
