import { isLoopbackAddress, isPublicAddress } from './public-address.js';

/** How far a fetch may go. A host must pass both questions, each of its addresses the second. */
export interface Reach {
  /** Asked of the name, before it is resolved. */
  allowsHost(host: string): boolean;
  allowsAddress(address: string, url: URL): boolean;
}

const privateNames: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'metadata',
  'metadata.google.internal',
  'instance-data',
]);

/** The public internet only: for whatever a model or a plugin names. */
export const publicInternet: Reach = {
  allowsHost: (host) => !privateNames.has(host) && !host.endsWith('.localhost'),
  allowsAddress: isPublicAddress,
};

/** For addresses an operator configured. */
export const anywhere: Reach = {
  allowsHost: () => true,
  allowsAddress: () => true,
};

/** For code that will be run: encrypted from the internet, or from this very machine. */
export const publicHttpsOrLoopbackHttp: Reach = {
  allowsHost: () => true,
  allowsAddress: (address, { protocol }) =>
    protocol === 'https:' ? isPublicAddress(address) : isLoopbackAddress(address),
};
