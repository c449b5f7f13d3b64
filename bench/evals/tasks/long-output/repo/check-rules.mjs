import { readFileSync } from 'node:fs';

const rules = readFileSync(new URL('rules.txt', import.meta.url), 'utf8').trimEnd().split('\n');
let faults = 0;
for (const [index, rule] of rules.entries()) {
  const [name, limit] = rule.split(' = ');
  console.log(`checking ${name} (line ${index + 1} of ${rules.length})`);
  if (/^\d+$/.test(limit)) continue;
  faults += 1;
  process.exitCode = 1;
}
for (const [index, rule] of rules.entries()) {
  if (!/ = \d+$/.test(rule)) console.log(`FAULT in line ${index + 1}: ${rule}`);
}
console.log(`${faults} fault(s)`);
