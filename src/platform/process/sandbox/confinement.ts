import type { SandboxBounds } from '#protocol/records/organisation.js';
import type { EgressRules } from '#platform/net/egress/egress-proxy.js';
import type { Ways } from '#platform/net/judged-way.js';

/** What a child process may see and use. */
export type Confinement = { readonly kind: 'none' } | Sandbox;

/** A mount over the read-only file system of the machine; later ones cover earlier ones. */
export interface SandboxMount {
  /** `memory`: an empty folder of its own, which lasts as long as the sandbox. */
  readonly kind: 'hidden-folder' | 'hidden-file' | 'memory' | 'read' | 'write';
  readonly path: string;
  /** The outside path shown there; absent: the same path. */
  readonly source?: string;
}

/** Which addresses can be reached from inside. */
export type SandboxNetwork =
  | { readonly kind: 'none' }
  /** Hosts by name, through a proxy of the service that lasts as long as the sandbox. */
  | { readonly kind: 'hosts'; readonly rules: EgressRules; readonly ways: Ways };

/** A sandbox of the operating system: bubblewrap on Linux, Seatbelt on macOS. */
export interface Sandbox {
  readonly kind: 'sandbox';
  /** The program that makes it. */
  readonly program: string;
  readonly mounts: readonly SandboxMount[];
  /**
   * Folders that can be neither written nor created; missing ones exist as empty folders meanwhile.
   */
  readonly guarded: readonly string[];
  readonly network: SandboxNetwork;
  readonly bounds: SandboxBounds;
  /** Variables beside those of the command. */
  readonly environment: Readonly<Record<string, string>>;
}

/** No confinement. */
export const unconfined: Confinement = { kind: 'none' };

/** A bound that a sandbox met, for which it was ended. */
export type MetBound = keyof SandboxBounds;
