import type { VendorCapabilities } from '../../protocol/records/vendors.js';

export const vendorTransports = ['command', 'acp'] as const;
export const promptTransports = ['argv', 'stdin'] as const;
export const outputFormats = ['text', 'codex-jsonl'] as const;

/** How a harness is started, addressed and parsed. */
export interface VendorLaunch {
  readonly command: string;
  readonly args: readonly string[];
  /** `acp`: the Agent Client Protocol over its pipes. `command`: one run, one answer. */
  readonly transport: (typeof vendorTransports)[number];
  /** For a `command`: the task is its last argument, or its input. */
  readonly promptTransport: (typeof promptTransports)[number];
  readonly outputFormat: (typeof outputFormats)[number];
  /** Arguments that print its version; empty = not probed. */
  readonly probeArgs: readonly string[];
  /** Time limit of an engagement. */
  readonly timeoutMs: number;
  /** Absent: it works in any folder. */
  readonly folderCheck?: FolderCheck;
}

/** A harness that refuses folders outside git without an option. */
interface FolderCheck {
  readonly option: string;
  /** Arguments that list its options. */
  readonly helpArgs: readonly string[];
}

/** A configured external agent. */
export interface VendorConfig extends VendorLaunch {
  /** It runs in a sandbox; absent: as the service's account may. */
  readonly sandbox?: boolean;
  /** Folders besides the workspace that it can write in the sandbox. */
  readonly folders?: readonly string[];
  /** Middle part of its tool's name. */
  readonly id: string;
  readonly label: string;
  /** The company that runs it. */
  readonly operator: string;
  /** False: listed, but not engaged. */
  readonly enabled: boolean;
  /**
   * Passed on unchanged in addition to what every child inherits: the operator's deliberate grant.
   */
  readonly env: Readonly<Record<string, string>>;
  readonly description: string | null;
  /** How to sign it in. */
  readonly authNote: string | null;
  /** `#` and six digits. */
  readonly color: string | null;
  readonly capabilities: VendorCapabilities;
}

export const timeoutBounds = { min: 5000, default: 300_000, max: 3_600_000 } as const;
