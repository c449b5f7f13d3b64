import type { OfficeConfig } from '../../platform/config/office-config.js';

/**
 * Variables of the service and of built-in providers, in upper case, which no plugin's provider
 * gets.
 */
export function reservedVariables({
  secretNames,
  providers,
}: Pick<OfficeConfig, 'secretNames' | 'providers'>): ReadonlySet<string> {
  const ofProviders = providers.flatMap(({ keyEnvVar }) => keyEnvVar ?? []);
  return new Set([...secretNames, ...ofProviders].map((name) => name.toUpperCase()));
}
