import { EnvironmentReader } from '../platform/config/environment-reader.js';
import { ConfigError } from '../platform/config/load-config.js';
import type { Environment } from '../platform/config/read-environment.js';
import type { ProxiesConfig } from '../platform/config/proxy-address.js';
import { readProxies } from '../platform/config/read-proxies.js';
import { sendByProxies } from '../platform/net/outgoing-proxies.js';

/** The proxies of an environment. @throws ConfigError for an invalid address */
export function proxiesIn(environment: Environment): ProxiesConfig {
  const reader = new EnvironmentReader(environment, process.cwd());
  const proxies = readProxies(reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return proxies;
}

/** Uses the environment's proxies for remote offices, never for one on this machine. */
export async function useProxies(environment: Environment): Promise<void> {
  await sendByProxies(proxiesIn(environment));
}
