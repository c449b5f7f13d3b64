import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolResult } from '../../src/tools/tool.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { ChildEnvironments } from '../../src/platform/process/child-environments.js';
import type { Vendor } from '../../src/protocol/records/vendors.js';
import {
  completeVendor,
  type VendorEntry,
} from '../../src/vendors/config/read-vendor-configuration.js';
import type { FleetLocks } from '../../src/platform/fleet/fleet-locks.js';
import { DelegationService } from '../../src/vendors/delegation.service.js';
import { VendorSlots } from '../../src/vendors/vendor-slots.js';
import { fakeContext, type FakeContext } from '../support/tool-context.js';

/** One harness and what it takes to engage it, with nothing of the service around. */
export interface Harness {
  vendor(): Vendor;
  /** As the model would; whoever approves is in the context. */
  delegate(context: FakeContext, args?: Record<string, unknown>): Promise<ToolResult>;
}

/** A harness called `helper`, started with Node from a fixture, with a sandbox unless told. */
export function harness(fixture: string, entry: VendorEntry = {}, ...args: string[]): Harness {
  return harnessOf(process.execPath, {
    label: 'Helper',
    args: [join(import.meta.dirname, `fixtures/${fixture}.mjs`), ...args],
    capabilities: { readOnlyEnforcement: 'sandbox' },
    ...entry,
  });
}

export function harnessOf(command: string, entry: VendorEntry): Harness {
  const slots = new VendorSlots();
  slots.fill([completeVendor('helper', command, entry, undefined)]);
  const locks = { tryTake: async () => async () => {} } as unknown as FleetLocks;
  const delegation = new DelegationService(slots, environments(), locks);
  return {
    vendor: () => {
      const slot = slots.get('helper');
      if (slot === undefined) throw new Error('there is no harness');
      return slot.vendor;
    },
    delegate: (context, args = { task: 'look around' }) =>
      delegation.delegate('helper', args, context),
  };
}

export function inWorkspace(
  workspaceRoot: string,
  options: Parameters<typeof fakeContext>[0] = {},
) {
  return fakeContext({ workspaceRoot, ...options });
}

function environments(): ChildEnvironments {
  const env = { PATH: process.env.PATH, PROVIDER_API_KEY: 'secret-value' };
  return new ChildEnvironments(loadConfig({ env, cwd: tmpdir() }));
}
