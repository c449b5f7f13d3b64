/** Limits of time and memory of a server. */
export interface McpLimits {
  readonly startMs: number;
  readonly handshakeMs: number;
  /** For `server/discover`; a silent server is tried with the older protocol. */
  readonly probeMs: number;
  /** How long a call waits for a reconnection. */
  readonly reconnectWaitMs: number;
  /** Until the headers of an HTTP answer. */
  readonly headersMs: number;
  /** Silence after which an answering stream is given up. */
  readonly silentStreamMs: number;
  /** Between asking a child to end and killing it. */
  readonly endMs: number;
  /** For the last request of an HTTP session. */
  readonly sessionEndMs: number;
  /** Least time between two starts of something that a server can request. */
  readonly paceMs: number;
  /** Bytes of an unfinished line of a child's output. */
  readonly lineBytes: number;
  /** Bytes of an HTTP answer, or of one event of a stream. */
  readonly bodyBytes: number;
  readonly requestsAtOnce: number;
  readonly toolListPages: number;
  /** Published tools per server; more help no employee. */
  readonly tools: number;
  readonly stderrLines: number;
  readonly notes: number;
  readonly noteCharacters: number;
  readonly descriptionCharacters: number;
  readonly schemaCharacters: number;
  readonly resultCharacters: number;
  /** Base64 characters of all images of one result. */
  readonly imageCharacters: number;
  /** Images of one result. */
  readonly images: number;
}

export const mcpLimits: McpLimits = {
  startMs: 15_000,
  handshakeMs: 30_000,
  probeMs: 2000,
  reconnectWaitMs: 10_000,
  headersMs: 30_000,
  silentStreamMs: 120_000,
  endMs: 2000,
  sessionEndMs: 5000,
  paceMs: 1000,
  lineBytes: 8 * 1024 * 1024,
  bodyBytes: 8_000_000,
  requestsAtOnce: 64,
  toolListPages: 20,
  tools: 1000,
  stderrLines: 50,
  notes: 10,
  noteCharacters: 200,
  descriptionCharacters: 1000,
  schemaCharacters: 8000,
  resultCharacters: 20_000,
  imageCharacters: 4_000_000,
  images: 4,
};
