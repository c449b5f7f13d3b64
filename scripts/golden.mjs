/**
 * `npm run golden -- v3`: makes the golden journals of a version of the journal by killing a real
 * run in each state, and continues those of all versions to their end.
 */
const set = process.argv[2] ?? '';
if (!/^v\d+$/.test(set)) {
  console.error('Name the set: npm run golden -- v<version of the journal>');
  process.exit(1);
}
process.env.GOLDEN_SET = set;
process.argv.splice(2, Infinity, 'test/crash/golden');
await import('./test.mjs');
