import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plan } from './plan.js';
import type { PlantedFault } from './planted-faults.js';

/** A plan that failed once, as data: it replays without whatever drew it. */
export interface KeptPlan {
  /** Null: it showed a fault of the service, which is mended. */
  readonly planted: PlantedFault | null;
  /** Who saw it. */
  readonly oracle: string;
  readonly plan: Plan;
}

const folder = fileURLToPath(new URL('../corpus/', import.meta.url));

/** Names of the files: one for each planted fault, and those of seeds that really failed. */
export function keptPlans(): readonly string[] {
  return readdirSync(folder).sort();
}

export function readKept(name: string): KeptPlan {
  return JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as KeptPlan;
}

export function keep(kept: KeptPlan): string {
  const { planted, plan } = kept;
  const name = `${planted?.replaceAll(' ', '-') ?? `seed-${plan.schedule}`}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}`, `${JSON.stringify(kept, null, 2)}\n`);
  return name;
}
