import { isSecretName } from './secret-name.js';

/** Values of the variables whose names suggest a credential. */
export function secretValuesIn(environment: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(environment)
    .filter(([name]) => isSecretName(name))
    .map(([, value]) => value);
}
