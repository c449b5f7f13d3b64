import type { Role } from '../../../protocol/records/organisation.js';

/**
 * A role in the key of a step. Keys are paths and a role's id is whatever its chart says: without
 * this, a role called `cto/m1` would share its turns with the first answer of `cto`.
 */
export function roleKey(role: Role): string {
  return role.id.replaceAll('%', '%25').replaceAll('/', '%2F');
}
