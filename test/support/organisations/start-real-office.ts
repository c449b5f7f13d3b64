import { fileURLToPath } from 'node:url';
import { AppModule } from '../../../src/app.module.js';
import type { Environment } from '../../../src/platform/config/parse-env-file.js';
import { startOffice, type RunningOffice } from '../start-office.js';

const skillsDir = fileURLToPath(new URL('../../../skills', import.meta.url));

/** The whole application with the shipped skills and scripted employees that never pause. */
export function startRealOffice(env: Environment = {}): Promise<RunningOffice> {
  return startOffice({
    root: (foundations) => AppModule.on(foundations),
    env: { OFFICE_SKILLS_DIR: skillsDir, OFFICE_MOCK_LATENCY_MS: '0', ...env },
  });
}
