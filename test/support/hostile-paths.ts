/**
 * Paths that have led file tools out of their directory, or into places that only look harmless.
 * `{OUT}` stands for a file outside the workspace, as an absolute path without its first slash.
 *
 * The spellings are from public collections: PayloadsAllTheThings, "Directory Traversal"
 * (github.com/swisskyrepo/PayloadsAllTheThings, lists directory_traversal, deep_traversal and
 * traversals-8-deep-exotic-encoding); SecLists, "Fuzzing/LFI" (github.com/danielmiessler/SecLists);
 * dotdotpwn. The Windows names are from Microsoft's "Naming Files, Paths, and Namespaces", the
 * spellings of `.git` from the git advisories CVE-2014-9390 and CVE-2019-1352.
 */

/** Refused on every system. */
export const refusedPaths: Readonly<Record<string, readonly string[]>> = {
  'climbing out': [
    '../{OUT}',
    '../../{OUT}',
    '../../../../../../../../../../../../{OUT}',
    './../{OUT}',
    'sub/../../{OUT}',
    'sub/./.././../{OUT}',
    '....//../../{OUT}/../..',
    '..',
    '../',
    'sub/../..',
    'sub//..//..//{OUT}',
  ],
  'beginning at the top': [
    '/{OUT}',
    '//{OUT}',
    '/./././././{OUT}',
    '/../../../../../../{OUT}',
    '/etc/passwd',
    '/proc/self/environ',
    '/proc/self/cwd/../secret',
    '/proc/self/root/etc/passwd',
    '/dev/stdin',
    '/',
  ],
  'NUL bytes': ['a\0', '../{OUT}\0.txt', '\0/etc/passwd', 'sub/a.txt\0'],
  'drives and streams': [
    'C:',
    'C:x',
    'c:..\\..\\secret',
    'C:\\boot.ini',
    'C:/inetpub/wwwroot/global.asa',
    'file.txt:stream',
    'file.txt::$DATA',
    '.git::$INDEX_ALLOCATION/config',
    'file:///etc/passwd',
    'url:file:///etc/passwd',
  ],
  'device names': [
    'CON',
    'nul',
    'NUL.txt',
    'aux.tar.gz',
    'sub/PRN',
    'COM1',
    'com9.log',
    'LPT1 .txt',
    'con ',
    'con.',
    'sub\\nul',
    'CONIN$',
    'COM¹',
  ],
};

/**
 * Ordinary names on this system; at most they create something of that name inside the workspace.
 */
export const oddPaths: readonly string[] = [
  '%2e%2e%2f{OUT}',
  '..%2f..%2f{OUT}',
  '%252e%252e%252f{OUT}',
  '..%c0%af{OUT}',
  '%c0%ae%c0%ae%c0%af{OUT}',
  '..%255c{OUT}',
  '%%32%65%%32%65%%32%66{OUT}',
  '%uff0e%uff0e%u2215{OUT}',
  '..;/{OUT}',
  '.../.../{OUT}',
  '..././{OUT}',
  '~/.ssh/id_rsa',
  '$HOME/.ssh/id_rsa',
  '`id`',
  '$(id)',
  'a;id',
  '-rf',
  '．．／{OUT}',
  '‥/{OUT}',
  '\u202egnp.txt',
  'trailing.',
  'trailing ',
  ' leading',
  'new\nline',
];

/** Backslashes are separators on Windows only; there these paths leave the directory. */
export const backslashPaths: readonly string[] = [
  '..\\{OUT}',
  '..\\..\\..\\..\\{OUT}',
  '\\..\\..\\{OUT}',
  '..\\/..\\/{OUT}',
  'sub\\..\\..\\{OUT}',
  '\\\\localhost\\c$\\windows\\win.ini',
  '\\\\?\\C\\windows',
];

/** Spellings of `.git` that some file system treats as `.git`; never written. */
export const controlPaths: readonly string[] = [
  '.git',
  '.git/config',
  '.git/hooks/pre-commit',
  'sub/.git/config',
  '.GIT/config',
  '.Git/hooks/post-checkout',
  '.git./config',
  '.git /config',
  '.git. . ./config',
  'git~1/config',
  'GIT~1/hooks/pre-commit',
  '.g\u200cit/config',
  '\u200e.git/config',
  '.gi\ufefft/config',
];
