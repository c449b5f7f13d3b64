import type { VendorCapabilities } from '../../protocol/records/vendors.js';

export const vendorTransports = ['command', 'acp'] as const;
export const promptTransports = ['argv', 'stdin'] as const;
export const outputFormats = ['text', 'codex-jsonl'] as const;

/** How a harness is started, spoken with and understood. */
export interface VendorLaunch {
  readonly command: string;
  readonly args: readonly string[];
  /** `acp`: the Agent Client Protocol over its pipes. `command`: one run, one answer. */
  readonly transport: (typeof vendorTransports)[number];
  /** Of a `command`: the task is its last argument, or its input. */
  readonly promptTransport: (typeof promptTransports)[number];
  readonly outputFormat: (typeof outputFormats)[number];
  /** Arguments that make it say its version; none = it is not asked. */
  readonly probeArgs: readonly string[];
  /** The longest an engagement may take. */
  readonly timeoutMs: number;
  /** Absent: it works in any folder. */
  readonly folderCheck?: FolderCheck;
}

/** A harness that refuses a folder outside git unless it is started with an option. */
interface FolderCheck {
  readonly option: string;
  /** Arguments that make it list its options. */
  readonly helpArgs: readonly string[];
}

/** One external agent as the operator configured it. */
export interface VendorConfig extends VendorLaunch {
  /** Middle part of its tool's name. */
  readonly id: string;
  readonly label: string;
  /** Who runs it. */
  readonly operator: string;
  /** False: known, shown, and not engaged. */
  readonly enabled: boolean;
  /** Handed on as written, on top of what every child inherits: the operator's deliberate grant. */
  readonly env: Readonly<Record<string, string>>;
  readonly description: string | null;
  /** How to sign it in. */
  readonly authNote: string | null;
  /** `#` and six digits. */
  readonly color: string | null;
  readonly capabilities: VendorCapabilities;
}

/** No `_`: it parts the pieces of a tool's name. */
export const vendorIdPattern = /^[a-z][a-z0-9-]{1,31}$/;

export const timeoutBounds = { min: 5000, default: 300_000, max: 3_600_000 } as const;
