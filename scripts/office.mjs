#!/usr/bin/env node
/**
 * `npx office` in a checkout: installs and builds what is missing, then runs dist/cli/office.js.
 */
process.env.OFFICE_STARTED_BY = process.argv[1];
process.argv.splice(2, 0, 'office');
await import('./run.mjs');
