import type { Finding } from './measure.js';

/** How a bench ends; whatever else its process ends with is a failure. */
export const exitCodes = { met: 0, missed: 3 };

/** Prints the findings. @returns whether every goal was met */
export function report(findings: readonly Finding[]): boolean {
  for (const { what, found, target, met } of findings) {
    console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${found} (goal: ${target})`);
  }
  return findings.every(({ met }) => met);
}
