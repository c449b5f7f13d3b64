/**
 * Version of the HTTP interface and the socket protocol. It rises when a change would break
 * existing clients; additions leave it as it is.
 */
export const protocolVersion = 1;
export type ProtocolVersion = typeof protocolVersion;
