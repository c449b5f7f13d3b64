#!/usr/bin/env node
/** `npx office` in a checkout: what is missing is installed and built, then it is dist/cli/office.js. */
process.env.OFFICE_STARTED_BY = process.argv[1];
process.argv.splice(2, 0, 'office');
await import('./run.mjs');
