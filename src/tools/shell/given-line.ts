/** How a program that passes a command line to a shell gets that line. */
interface LineGiver {
  /** Subcommand before the options, such as `exec` in `npm exec`. */
  readonly verb?: RegExp;
  /** Options whose value is the next word. */
  readonly valued: RegExp;
  /** Option whose value is the line; absent: the operands are the line. */
  readonly option?: RegExp;
  /** An option that makes the operands the line. */
  readonly mode?: RegExp;
  /** Options may follow operands, up to `--`. */
  readonly mixed?: true;
}

const none = /^$/;
const npmSwitch =
  'y|yes|no|n|q|quiet|s|silent|d|dd|ddd|f|g|h|v|verbose|global|force|json|offline|prefer-offline|' +
  'prefer-online|workspaces|ws|include-workspace-root|iwr|ignore-scripts|foreground-scripts|' +
  'always-spawn|ignore-existing|dry-run|color|audit|fund|help|version|no-[a-z-]+';
/** Options with a value: npx takes every option that is not a switch for one. */
const npmValued = new RegExp(`^--?(?!(?:${npmSwitch})$)[a-zA-Z][\\w-]*$`);
const npmLine = /^(?:-c|--call)$/;
const userLine = /^(?:-[a-zA-Z]*c|--(?:command|session-command))$/;

const shells: LineGiver = {
  valued: /^(?:[-+][a-zA-Z]*[oO]|--(?:rcfile|init-file))$/,
  option: /^(?:-[a-zA-Z]*[cs][a-z]?|--command)$/,
};

const givers: ReadonlyMap<string, LineGiver> = new Map<string, LineGiver>([
  ['npx', { valued: npmValued, option: npmLine }],
  ['npm', { verb: /^(?:exec|x)$/, valued: npmValued, option: npmLine, mixed: true }],
  [
    'pnpm',
    {
      verb: /^(?:exec|dlx)$/,
      valued: /^(?:-F|-C|--(?:filter|filter-prod|dir|package|workspace-concurrency|reporter))$/,
      mode: /^(?:-[a-z]*c|--shell-mode)$/,
    },
  ],
  ['yarn', { verb: /^exec$/, valued: /^--cwd$/ }],
  ['bun', { verb: /^exec$/, valued: /^--cwd$/ }],
  [
    'flock',
    { valued: /^(?:-[Ew]|--(?:timeout|wait|conflict-exit-code))$/, option: userLine, mixed: true },
  ],
  ['runuser', { valued: /^-[ugGsw]$/, option: userLine, mixed: true }],
  ['su', { valued: /^-[gGsw]$/, option: userLine, mixed: true }],
  ['script', { valued: /^-[BEIOTmo]$/, option: userLine, mixed: true }],
  ['sg', { valued: none }],
  ['ssh', { valued: /^-[BbcDEeFIiJLlmOoPpQRSWw]$/ }],
  ['watch', { valued: /^(?:-[nq]|--(?:interval|equexit))$/ }],
  ['parallel', { valued: /^(?:-[aIjLnNP]|--(?:jobs|arg-file|colsep|joblog|results))$/ }],
  ['concurrently', { valued: /^(?:-[nclpt]|--(?:names|kill-others-on|prefix|max-processes))$/ }],
  ['cross-env-shell', { valued: none }],
  ['nix-shell', { valued: /^-[pAIE]$/, option: /^--(?:run|command)$/, mixed: true }],
]);

/** Programs that start the program named in their arguments. */
const starters =
  /^(?:bunx|busybox|chroot|cross-env|doas|dotenv|env|fd|find|ionice|nice|nohup|npm|npx|parallel|pnpm|pnpx|setsid|ssh|stdbuf|strace|sudo|time|timeout|unshare|uvx|watch|xargs|yarn)$/;
const shell = /^(?:a|ba|c|da|fi|k|mk|rba|tc|ya|z)?sh$/;
const splits = /^(?:-[a-zA-Z0]*S|--split-string=?)/;

/** A command line that a program passes to a shell. */
export interface GivenLine {
  readonly text: string;
  /** False: the line is made of operands, which may also be one program with its arguments. */
  readonly isOption: boolean;
  /** False: the shell is only named in arguments of another program, such as `docker exec`. */
  readonly isStarted: boolean;
}

/**
 * The first command line that a command passes to a shell, itself or through a program that it
 * starts; null: none. The text is empty if the shell reads it from its input.
 * @param words of a simple command, the program first
 */
export function givenLine(words: readonly string[]): GivenLine | null {
  const all = splitUp(words);
  const first = nameOf(all[0]);
  for (const [at, word] of all.entries()) {
    const name = nameOf(word);
    const rest = all.slice(at + 1);
    const isStarted = at === 0 || starters.test(first);
    const line = shell.test(name)
      ? lineOfShell(rest, isStarted)
      : isStarted
        ? lineOf(givers.get(name), rest)
        : null;
    if (line !== null) return { ...line, isStarted };
  }
  return null;
}

type Found = Omit<GivenLine, 'isStarted'>;

function lineOfShell(rest: readonly string[], isStarted: boolean): Found | null {
  const line = lineOf(shells, rest);
  if (line !== null) return line;
  const readsInput = operandsAt(shells, rest) >= rest.length;
  return isStarted && readsInput ? { text: '', isOption: true } : null;
}

function lineOf(giver: LineGiver | undefined, words: readonly string[]): Found | null {
  if (giver === undefined) return null;
  const { verb, option, mode, mixed } = giver;
  const from = verb === undefined ? 0 : words.findIndex((word) => verb.test(word)) + 1;
  if (verb !== undefined && from === 0) return null;
  const own = words.slice(from);
  const end = operandsAt(giver, own);
  if (option === undefined) {
    const isLine = mode === undefined || words.slice(0, from + end).some((word) => mode.test(word));
    return isLine && end < own.length
      ? { text: own.slice(end).join(' '), isOption: mode !== undefined }
      : null;
  }
  const last = own.indexOf('--');
  const reach = mixed === undefined ? end : last < 0 ? own.length : last;
  return behindOption(option, mixed === undefined ? own.slice(0, reach + 1) : own.slice(0, reach));
}

/** The value of the option: the next word, or the text after `=`. */
function behindOption(option: RegExp, words: readonly string[]): Found | null {
  for (const [at, word] of words.entries()) {
    if (option.test(word)) return { text: words[at + 1] ?? '', isOption: true };
    const [, named = '', text = ''] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    if (option.test(named)) return { text, isOption: true };
  }
  return null;
}

/** Where the operands of a program begin. */
function operandsAt({ valued, option }: LineGiver, words: readonly string[]): number {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') return at + 1;
    if (option?.test(word) === true) return at + 1;
    if (valued.test(word)) at += 1;
    else if (!/^[-+]./.test(word)) return at;
  }
  return words.length;
}

/** `env -S 'a b'` starts `a b`. */
function splitUp(words: readonly string[]): readonly string[] {
  if (!words.some((word) => nameOf(word) === 'env')) return words;
  return words.flatMap((word, at) => {
    const isText =
      splits.test(word) || /^(?:-[a-zA-Z0]*S|--split-string)$/.test(words[at - 1] ?? '');
    return isText ? word.replace(splits, '').split(/[\s"']+/) : [word];
  });
}

function nameOf(word = ''): string {
  return word.split('/').at(-1) ?? '';
}
