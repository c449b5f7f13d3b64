/**
 * Version of the HTTP interface and the socket protocol. It rises when a client written for the
 * version before would break; what is only added leaves it as it is.
 */
export const protocolVersion = 1;
export type ProtocolVersion = typeof protocolVersion;
