import { tmpdir } from 'node:os';
import { Clock } from '#platform/clock.js';
import { loadConfig } from '#platform/config/load-config.js';
import type { OfficeConfig } from '#platform/config/office-config.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';

/** The configuration of an environment with only these variables. */
export function aModelsConfig(env: Readonly<Record<string, string>> = {}): OfficeConfig {
  return loadConfig({ env, cwd: tmpdir() });
}

/** A stopped clock that a test moves. */
export class FixedClock extends Clock {
  private time = 1_000_000;

  override now(): number {
    return this.time;
  }

  advance(ms: number): void {
    this.time += ms;
  }
}

export function quietLogger(): OfficeLogger {
  const nowhere = (): void => {};
  const sinks = { out: nowhere, err: nowhere };
  return new OfficeLogger({ clock: new FixedClock(), level: 'error', sinks });
}
