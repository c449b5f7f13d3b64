/** Options no subcommand may be given. */
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
  // Beyond the list: these read files anywhere, start programs, or enter repositories of their own.
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
 * Refused besides where nobody is asked: each makes a reading subcommand write. For `branch` they
 * are refused with a name as well, for they move, delete or configure branches that are there.
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

/** Complete options that git does not take for the abbreviation of a longer, refused one. */
const complete: ReadonlySet<string> = new Set(['--text', '--edit']);

/** The one-letter options of a subcommand that matter here. */
interface Letters {
  /** What follows them is their value: the letters behind one are none. */
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

/** Options whose value is free text, whatever it looks like. */
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

/** Subcommands whose `-m` always takes the next argument; to `log` it is an option without value. */
const takesMessage: ReadonlySet<string> = new Set(['commit', 'tag']);

/**
 * The first argument that may not be given, or undefined. Names are compared without `=value`,
 * as git understands them: abbreviated, and several letters behind one dash. Behind `--` there
 * are only paths; a message is only text.
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

/** Whether the argument after this one is a message, which git then reads as nothing else. */
function isMessage(command: string, before: string | undefined): boolean {
  return takesMessage.has(command) && (before === '-m' || before === '--message');
}

/**
 * What of the arguments git could take for a path: positional arguments and values of options,
 * except where the value is text.
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
