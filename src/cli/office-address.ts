import type { OfficeAddress } from '../client/address.js';
import type { Environment } from '../platform/config/parse-env-file.js';

const everywhere = ['0.0.0.0', '::'];

/**
 * The address a service with this environment would listen on, as seen from this machine: one
 * that listens everywhere is called on loopback.
 */
export function configuredAddress(environment: Environment): OfficeAddress {
  const host = environment.HOST?.trim() ?? '';
  const port = environment.PORT?.trim() ?? '';
  const name = host === '' || everywhere.includes(host) ? '127.0.0.1' : host;
  return addressAt(
    `http://${name.includes(':') ? `[${name}]` : name}:${port === '' ? '8787' : port}`,
    environment,
  );
}

/** The given address with the token of this environment, if there is one (decisions.md B8). */
export function addressAt(url: string, environment: Environment): OfficeAddress {
  const token = environment.OFFICE_API_TOKEN?.trim() ?? '';
  return { url, ...(token !== '' && { token }) };
}
