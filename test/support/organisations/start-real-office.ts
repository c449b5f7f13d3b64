import { join } from 'node:path';
import { AppModule } from '#app.module.js';
import type { Environment } from '#platform/config/read-environment.js';
import { startOffice, type RunningOffice } from '../start-office.js';

const skillsDir = join(import.meta.dirname, '../../../skills');

/** The whole application with the shipped skills and scripted employees without pauses. */
export function startRealOffice(env: Environment = {}): Promise<RunningOffice> {
  return startOffice({
    root: (bootContext) => AppModule.on(bootContext),
    env: { OFFICE_SKILLS_DIR: skillsDir, OFFICE_MOCK_LATENCY_MS: '0', ...env },
  });
}
