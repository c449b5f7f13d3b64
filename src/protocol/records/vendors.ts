import type { ReadOnlyEnforcement, VendorStatus } from './enums.js';

/** The agent harnesses of the installation. */
export interface VendorBay {
  readonly enabled: boolean;
  readonly configPath: string | null;
  readonly grantRoles: readonly string[];
  /** The role's `canDelegate` is needed too. */
  readonly requireCanDelegate: boolean;
  readonly vendors: readonly Vendor[];
}

export interface Vendor {
  readonly id: string;
  readonly label: string;
  readonly operator: string;
  readonly status: VendorStatus;
  /** For display only; never accepted from a client. */
  readonly command: string;
  readonly detail: string | null;
  readonly capabilities: VendorCapabilities;
  /** Completed delegations. */
  readonly engagements: number;
  /** USD that it said it spent since the start of the service; absent: it named no price. */
  readonly spentUsd?: number;
  /** Engagements since then with unknown spend; absent: none. */
  readonly unknownSpends?: number;
  readonly activity: string | null;
  readonly lastError: string | null;
  /** How to sign it in. */
  readonly authNote: string | null;
  readonly color?: string;
}

/** Declared in the configuration, not probed. */
export interface VendorCapabilities {
  readonly readOnlyEnforcement: ReadOnlyEnforcement;
  readonly reportsFiles: boolean;
  readonly streams: boolean;
  readonly reportsCost: boolean;
}
