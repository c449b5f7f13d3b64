import { isSecretName } from './secret-name.js';

/** The values of the variables whose names say that they hold a credential. */
export function secretValuesIn(environment: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(environment)
    .filter(([name]) => isSecretName(name))
    .map(([, value]) => value);
}
