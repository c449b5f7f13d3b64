/**
 * `npm run golden -- v3`: makes the golden journals of a journal version by killing a real run in
 * each state, and continues those of all versions to their end.
 * `npm run golden -- prompts`: rewrites the stored prompts of the shipped employees in each shipped
 * stage.
 */
const set = process.argv[2] ?? '';
if (set === 'prompts') {
  process.env.GOLDEN_PROMPTS = 'write';
  process.argv.splice(2, Infinity, 'test/runs/golden-prompts');
} else if (/^v\d+$/.test(set)) {
  process.env.GOLDEN_SET = set;
  process.argv.splice(2, Infinity, 'test/crash/golden');
} else {
  console.error('Name the set: npm run golden -- v<version of the journal>, or prompts');
  process.exit(1);
}
await import('./test.mjs');
