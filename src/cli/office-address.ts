import type { OfficeAddress } from '../client/address.js';
import { EnvironmentReader } from '../platform/config/environment-reader.js';
import { ConfigError } from '../platform/config/load-config.js';
import type { Environment } from '../platform/config/read-environment.js';

const everywhere = ['0.0.0.0', '::'];

/**
 * The address of a service with this environment, as seen from this machine: one that listens
 * everywhere is reached on loopback.
 * @throws ConfigError
 */
export function configuredAddress(environment: Environment): OfficeAddress {
  const reader = new EnvironmentReader(environment, process.cwd());
  const host = reader.read('HOST');
  const port = reader.read('PORT');
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  const name = everywhere.includes(host) ? '127.0.0.1' : host;
  return addressAt(`http://${name.includes(':') ? `[${name}]` : name}:${port}`, environment);
}

/** The address with this environment's token, if any. */
export function addressAt(url: string, environment: Environment): OfficeAddress {
  const token = environment.OFFICE_API_TOKEN?.trim() ?? '';
  return { url, ...(token !== '' && { token }) };
}
