import { afterEach, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { OfficeConfig } from '../../src/platform/config/office-config.js';
import { BootReport } from '../../src/platform/process/boot-report.js';
import { renderWelcome } from '../../src/platform/process/welcome.js';
import type { Health } from '../../src/protocol/records/office.js';
import { startOffice } from '../support/start-office.js';
import type { RunningOffice } from '../support/start-office.js';

let office: RunningOffice;

afterEach(() => office.close());

const key = { OPENAI_API_KEY: 'k', OFFICE_MODEL_DISCOVERY: 'false', OFFICE_BENCHMARKS: 'false' };

describe('the mode of the employees', () => {
  it.each([
    ['auto', key, 'live', 'OFFICE_LLM_MODE=auto, and openai is configured'],
    ['auto', {}, 'mock', 'OFFICE_LLM_MODE=auto, and no provider key or keyless base URL was found'],
    [
      'mock',
      key,
      'mock',
      'OFFICE_LLM_MODE=mock forces scripted employees even though openai is configured',
    ],
    ['mock', {}, 'mock', 'OFFICE_LLM_MODE=mock forces scripted employees'],
    ['live', key, 'live', 'OFFICE_LLM_MODE=live, with openai configured'],
    ['live', {}, 'live', 'OFFICE_LLM_MODE=live, but no provider is configured'],
  ])('set to %s with %j is %s', async (setting, env, mode, reason) => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { ...env, OFFICE_LLM_MODE: setting },
    });
    const { body } = await office.client.get<Health>('/api/health');
    expect(body.llmMode).toBe(mode);
    expect(body.llmModeReason.startsWith(reason)).toBe(true);
    const config = office.app.get(OfficeConfig);
    const facts = { address: 'http://127.0.0.1:1', config, store: '' };
    const welcome = renderWelcome(office.app.get(BootReport), facts);
    expect(welcome).toContain(`${mode}: ${body.llmModeReason}\n`);
    expect(welcome).toMatch(/models +\d+ in the catalogue, \d+ routable\n/);
  });
});
