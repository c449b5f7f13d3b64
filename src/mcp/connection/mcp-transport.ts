import type { Transport } from '@modelcontextprotocol/client';

/** A transport of the SDK that knows its name and why it broke. */
export interface McpTransport extends Transport {
  /** `stdio:<command line>` or `http:<url>`, without credentials. */
  readonly label: string;
  readonly kind: 'stdio' | 'http';
  /** Why the server can no longer be reached; null while it can, and after our own `close`. */
  readonly fault: string | null;
  /** There was somebody: another way of speaking may be understood. */
  readonly reached: boolean;
  /** What it was given in confidence meanwhile. */
  readonly secrets?: ReadonlySet<string>;
  /** Ends it with a reason, as if it had broken. */
  break(reason: string): void;
}
