import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** A transport of the SDK that knows its name and why it broke. */
export interface McpTransport extends Transport {
  /** `stdio:<command line>` or `http:<url>`, without credentials. */
  readonly label: string;
  /** Why the server can no longer be reached; null while it can, and after our own `close`. */
  readonly fault: string | null;
  /** What it was given in confidence meanwhile. */
  readonly secrets?: ReadonlySet<string>;
}
