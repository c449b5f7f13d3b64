/**
 * `node scripts/run.mjs test:image`: runs every step of the Dockerfile, including installation,
 * build and SBOM. `npm test` uses the checkout's files instead.
 */
process.env.IMAGE_IN_FULL = 'true';
process.argv.splice(2, Infinity, 'test/container/image.e2e');
await import('./test.mjs');
