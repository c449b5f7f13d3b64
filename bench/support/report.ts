import type { Finding } from './measure.js';

/** Exit codes of a bench; any other is a failure. */
export const exitCodes = { met: 0, missed: 3 };

/** Prints the findings. @returns true if every goal was met */
export function report(findings: readonly Finding[]): boolean {
  for (const { what, found, target, met } of findings) {
    console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${found} (goal: ${target})`);
  }
  return findings.every(({ met }) => met);
}
