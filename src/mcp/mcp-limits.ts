/** What a server may take of time and memory. */
export interface McpLimits {
  readonly startMs: number;
  readonly handshakeMs: number;
  /** For the question what a server knows; one that says nothing to it is spoken to as before. */
  readonly probeMs: number;
  /** How long a call waits until a lost server may be connected again. */
  readonly reconnectWaitMs: number;
  /** Until the headers of an HTTP answer have come. */
  readonly headersMs: number;
  /** An answering stream that says nothing for so long is given up. */
  readonly silentStreamMs: number;
  /** From asking a child to end until it is killed. */
  readonly endMs: number;
  /** For the last request of an HTTP session. */
  readonly sessionEndMs: number;
  /** Least time between two beginnings of the same thing that a server can ask for. */
  readonly paceMs: number;
  /** Of an unfinished line of a child's output. */
  readonly lineBytes: number;
  /** Of an HTTP answer, or of one event in a stream. */
  readonly bodyBytes: number;
  readonly requestsAtOnce: number;
  readonly toolListPages: number;
  /** Published of one server; more schemas than this help no employee. */
  readonly tools: number;
  readonly stderrLines: number;
  readonly notes: number;
  readonly noteCharacters: number;
  readonly descriptionCharacters: number;
  readonly schemaCharacters: number;
  readonly resultCharacters: number;
  /** Characters of base64 that the images of one result may have together. */
  readonly imageCharacters: number;
  /** Of one result. */
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
