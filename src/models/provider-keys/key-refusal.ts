import type { OfficeConfig } from '../../platform/config/office-config.js';
import { isLoopbackHost } from '../../platform/net/addresses.js';
import { providerKeyTexts as texts } from '../../protocol/texts/provider-keys.js';

type Rules = Pick<OfficeConfig, 'http' | 'security' | 'signIn' | 'llm' | 'knownProviders'>;

/**
 * Why no key can be given in this installation; null: it can.
 * @param file where keys are kept; null: nowhere
 */
export function keyRefusal(config: Rules, file: string | null): string | null {
  const fromEnvironment = config.knownProviders.flatMap(({ key, keyEnvVar }) =>
    key === null || keyEnvVar === null ? [] : [keyEnvVar],
  );
  if (fromEnvironment.length > 0) return texts.fromEnvironment(fromEnvironment);
  if (config.llm.setting === 'mock') return texts.modeIsMock;
  if (file === null) return texts.noFile;
  const isKept = config.security.apiToken !== null || config.signIn !== null;
  const isOpen = !isLoopbackHost(config.http.host) && !isKept;
  return isOpen ? texts.open(config.http.host) : null;
}
