import type { Transport } from '@modelcontextprotocol/client';

/** An SDK transport with a name and the reason of its end. */
export interface McpTransport extends Transport {
  /** `stdio:<command line>` or `http:<url>`, without credentials. */
  readonly label: string;
  readonly kind: 'stdio' | 'http';
  /** Why the server is unreachable; null while it is reachable, and after our own `close`. */
  readonly fault: string | null;
  /** True if something answered, so that another protocol version may work. */
  readonly reached: boolean;
  /** Secrets received meanwhile. */
  readonly secrets?: ReadonlySet<string>;
  /** Ends it with a reason, as if it had broken. */
  break(reason: string): void;
}
