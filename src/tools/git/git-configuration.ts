/** Configuration by key, as it overrides whatever the repository says. */
export type GitConfiguration = Readonly<Record<string, string>>;

/**
 * Proof that git took the overrides: a version that does not know the way they are given would
 * list only its own.
 */
export const guardKey = 'office.guarded';

export const nullDevice = process.platform === 'win32' ? 'NUL' : '/dev/null';

/** Whatever starts a program, waits for a person or colours the output is off. */
const fixed: GitConfiguration = {
  [guardKey]: 'true',
  'core.hooksPath': nullDevice,
  'core.fsmonitor': 'false',
  'core.pager': '',
  // Names as they are; git still quotes those with controls, quotes and backslashes.
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
  // Each names a file of the repository's choosing, parts of which git would print or commit.
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

/** Keys with a free part in their name that hold a command. */
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
 * The overrides for one command, given the keys the repository and the operator have set.
 *
 * @param writes a filter that is required and cannot run then fails the command, rather than let
 * content into the repository that the filter should have seen.
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
 * The environment of a git process: the child's own without anything that steers git, and the
 * overrides. They go in as variables because a key on the command line ends at its first `=`.
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
