import type { Sandbox, SandboxMount } from './confinement.js';

/**
 * The profile with which macOS confines a command as bubblewrap does on Linux, as far as Seatbelt can:
 * later rules win, nothing is mounted, and there are no namespaces and no bounds.
 */
export function seatbeltProfile({ mounts }: Sandbox): string {
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork signal (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    '(allow file-read*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (subpath "/dev/fd"))',
    ...mounts.flatMap(rulesOf),
    // Reaching named hosts needs a network namespace, which Seatbelt lacks.
    '(deny network*)',
    '',
  ].join('\n');
}

function rulesOf({ kind, path, source }: SandboxMount): readonly string[] {
  const place = `(subpath ${quoted(path)})`;
  switch (kind) {
    case 'hidden-folder':
    case 'hidden-file':
    case 'memory':
      return [`(deny file-read* file-write* ${place})`, `(allow file-read-metadata ${place})`];
    case 'read':
      return [`(deny file-write* ${place})`, `(allow file-read* ${place})`];
    case 'write':
      // Seatbelt cannot show a folder under another path, so the private folder keeps its own.
      return [`(allow file-read* file-write* (subpath ${quoted(source ?? path)}))`];
  }
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
