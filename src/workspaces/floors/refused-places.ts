import { join, parse, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isControlDirectory } from '../../platform/paths/confined-root.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';

/** Refused with everything in them. */
const ofSystem = [
  ...['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/proc', '/sbin', '/sys'],
  ...['/usr/bin', '/usr/lib', '/usr/libexec', '/usr/sbin', '/usr/share', '/System', '/Library'],
  ...['/private/etc', 'C:\\Windows', 'C:\\Program Files', 'C:\\Program Files (x86)'],
];

/** Refused with the folders above them; folders inside them are allowed. */
const sharedBySystem = [
  ...['/home', '/lost+found', '/media', '/mnt', '/opt', '/private/tmp', '/private/var', '/root'],
  ...['/run', '/srv', '/tmp', '/usr/local', '/usr/src', '/var', '/var/lib', '/var/log'],
  ...['/var/tmp', '/Applications', '/Users', '/Volumes', 'C:\\Users'],
];

/** Folders of the home directory that are refused with everything in them. */
const secretsOfHome = ['.aws', '.azure', '.docker', '.gnupg', '.kube', '.password-store', '.ssh'];

/** The folder that the service was installed in. */
export const installed = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

/** Places of an office, as real paths. */
interface OfficePlaces {
  readonly home: string;
  readonly installed: string;
  /** Files and folders of its data. */
  readonly data: readonly (string | null)[];
  /** The root of its floors, which may be in the folder of the service. */
  readonly workspacesRoot: string;
}

/** Why no floor may work at a real path; null: nothing in its name forbids it. */
export function refusedPlace(path: string, office: OfficePlaces): string | null {
  if (path.split(sep).some(isControlDirectory)) return workspaceTexts.placeOfGit(path);
  const closed = [...ofSystem, ...secretsOfHome.map((name) => join(office.home, name))];
  const shared = [office.home, ...sharedBySystem, parse(path).root];
  const isOfSystem =
    closed.some((place) => isInside(place, path)) ||
    [...closed, ...shared].some((place) => isInside(path, place));
  if (isOfSystem) return workspaceTexts.placeOfSystem(path);
  const own = [office.installed, ...office.data].filter((place) => place !== null);
  const isOfOffice =
    own.some((place) => isInside(path, place)) ||
    (own.some((place) => isInside(place, path)) && !isInside(office.workspacesRoot, path));
  return isOfOffice ? workspaceTexts.placeOfOffice(path) : null;
}
