import { join } from 'node:path';

const path = (relative: string): string => join(import.meta.dirname, relative);

/** The published example agent of the protocol's SDK, in a hurry; as `vendors.json` takes it. */
export const exampleAgent = {
  id: 'example',
  label: 'Example',
  command: process.execPath,
  args: [
    '--import',
    path('./fixtures/hurry.mjs'),
    path('../../node_modules/acp-example-agent/dist/examples/agent.js'),
  ],
  transport: 'acp',
  capabilities: { readOnlyEnforcement: 'client' },
};
