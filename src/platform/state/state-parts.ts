import { Injectable } from '@nestjs/common';
import type { McpState } from '../../protocol/records/mcp.js';
import type { MemoryState } from '../../protocol/records/memory.js';
import type { PluginSystemState } from '../../protocol/records/plugins.js';
import type { VendorBay } from '../../protocol/records/vendors.js';

/** Parts of the office's state that belong to modules the office knows nothing of. */
export interface StatePartTypes {
  readonly plugins: PluginSystemState;
  readonly mcp: McpState;
  readonly vendorBay: VendorBay;
  readonly memory: MemoryState;
}

export type StatePartKey = keyof StatePartTypes;

type Readers = { [K in StatePartKey]?: () => StatePartTypes[K] };

/**
 * Where such a module says how its part is read. The function is called for every frame, so it
 * must be quick, and hand out the same object until something in it changed.
 */
@Injectable()
export class StateParts {
  private readonly readers: Readers = {};

  provide<K extends StatePartKey>(key: K, read: () => StatePartTypes[K]): void {
    this.readers[key] = read as Readers[K];
  }

  /** Undefined while no module provides the part. */
  read<K extends StatePartKey>(key: K): StatePartTypes[K] | undefined {
    return this.readers[key]?.();
  }
}
