/**
 * `node scripts/run.mjs test:image`: the Dockerfile carried out in full, by itself installing what running takes,
 * building and listing its packages. `npm test` gives it what the checkout has.
 */
process.env.IMAGE_IN_FULL = 'true';
process.argv.splice(2, Infinity, 'test/container/image.e2e');
await import('./test.mjs');
