/** Runs one step of the preparation; prints its name and duration on standard error. */
export function step(name, what, work) {
  process.stderr.write(`${name}: ${what}\n`);
  const begun = performance.now();
  work();
  process.stderr.write(`${name}: done in ${((performance.now() - begun) / 1000).toFixed(1)} s.\n`);
}
