/** Configuration by key, which overrides the repository's. */
export type GitConfiguration = Readonly<Record<string, string>>;

/**
 * Proves that git applied the overrides: a version that does not know this mechanism would not list
 * the key.
 */
export const guardKey = 'office.guarded';

export const nullDevice = process.platform === 'win32' ? 'NUL' : '/dev/null';

/** Disables everything that starts programs, waits for a person or colours the output. */
const fixed: GitConfiguration = {
  [guardKey]: 'true',
  'core.hooksPath': nullDevice,
  'core.fsmonitor': 'false',
  'core.pager': '',
  // Shows names unescaped; git still quotes control characters, quotes and backslashes.
  'core.quotePath': 'false',
  'core.editor': ':',
  'core.askPass': '',
  'core.sshCommand': '',
  'core.gitProxy': '',
  'core.alternateRefsCommand': '',
  'sequence.editor': ':',
  'diff.external': '',
  'diff.submodule': 'short',
  'diff.ignoreSubmodules': 'all',
  'interactive.diffFilter': '',
  'submodule.recurse': 'false',
  'status.submoduleSummary': 'false',
  'credential.helper': '',
  // Each names a file chosen by the repository, whose content git would print or commit.
  'core.attributesFile': nullDevice,
  'commit.template': nullDevice,
  'mailmap.file': nullDevice,
  'diff.orderFile': nullDevice,
  'commit.gpgSign': 'false',
  'tag.gpgSign': 'false',
  'log.showSignature': 'false',
  'gpg.program': '',
  'gpg.openpgp.program': '',
  'gpg.x509.program': '',
  'gpg.ssh.program': '',
  'gpg.ssh.defaultKeyCommand': '',
  'protocol.allow': 'never',
  'protocol.ext.allow': 'never',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'color.ui': 'false',
  'color.branch': 'false',
  'color.diff': 'false',
  'color.status': 'false',
  'color.interactive': 'false',
  'column.ui': 'never',
};

/** Keys with a variable part whose value is a command. */
const drivers = [
  /^filter\..+\.(?:clean|smudge|process)$/i,
  /^diff\..+\.(?:command|textconv)$/i,
  /^merge\..+\.driver$/i,
  /^trailer\..+\.(?:cmd|command)$/i,
  /^credential\..+\.helper$/i,
];

const namedHook = /^(hook\..+)\.[^.]+$/i;
const namedProtocol = /^protocol\..+\.allow$/i;
const requiredFilter = /^filter\..+\.required$/i;

/**
 * The overrides for a command, given the keys set by repository and operator.
 *
 * @param writes true: a required filter that cannot run fails the command instead of adding
 * unfiltered content.
 */
export function guardingConfiguration(keys: readonly string[], writes: boolean): GitConfiguration {
  const found = keys.flatMap((key): (readonly [string, string])[] => {
    if (drivers.some((driver) => driver.test(key))) return [[key, '']];
    if (namedProtocol.test(key)) return [[key, 'never']];
    if (requiredFilter.test(key)) return writes ? [] : [[key, 'false']];
    const hook = namedHook.exec(key)?.[1];
    return hook ? [[`${hook}.enabled`, 'false']] : [];
  });
  return { ...fixed, ...Object.fromEntries(found) };
}

/**
 * The environment of a git process: the child's own without variables that steer git, plus the
 * overrides. These are passed as variables, because a key on the command line ends at its first
 * `=`.
 */
export function gitEnvironment(
  inherited: Readonly<Record<string, string>>,
  configuration: GitConfiguration,
): Record<string, string> {
  const entries = Object.entries(configuration);
  const variables = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...withoutGit(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_EDITOR: ':',
    GIT_SEQUENCE_EDITOR: ':',
    GIT_PAGER: '',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_CONFIG_COUNT: String(entries.length),
    ...(Object.fromEntries(variables) as Record<string, string>),
  };
}

function withoutGit(inherited: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inherited).filter(([name]) => !/^(?:GIT_|SSH_ASKPASS$)/i.test(name)),
  );
}
