import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigDrift } from './config-drift.js';
import { loadConfig } from './load-config.js';

const advice = 'The environment is read once, at startup: restart the service to apply it.';

describe('ConfigDrift', () => {
  let cwd: string;
  let env: Record<string, string | undefined>;

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'office-drift-'));
    env = {};
  });

  afterEach(() => {
    rmSync(cwd, { recursive: true });
  });

  function writeEnvFile(text: string, modifiedAt: Date): void {
    writeFileSync(join(cwd, '.env'), text);
    utimesSync(join(cwd, '.env'), modifiedAt, modifiedAt);
  }

  const boot = (): ConfigDrift => new ConfigDrift(loadConfig({ env, cwd }), { env, cwd });

  it('is fresh as long as nothing changes', () => {
    writeEnvFile('OPENAI_API_KEY=1', new Date(1000));
    expect(boot().current()).toEqual({ configStale: false, configStaleDetail: null });
  });

  it('sees a file that was modified after boot', () => {
    writeEnvFile('PORT=1', new Date(1000));
    const drift = boot();
    writeEnvFile('PORT=2', new Date(2000));
    expect(drift.current()).toEqual({
      configStale: true,
      configStaleDetail: `.env has been modified since this process started. ${advice}`,
    });
  });

  it('sees a file that appeared after boot, and the keys it brings', () => {
    const drift = boot();
    writeEnvFile('OPENAI_API_KEY=1', new Date(1000));
    expect(drift.current().configStaleDetail).toBe(
      '.env has been modified since this process started, and ' +
        `OPENAI_API_KEY is now set for 'openai'. ${advice}`,
    );
  });

  it('looks again in the next turn of the event loop', async () => {
    const drift = boot();
    expect(drift.current().configStale).toBe(false);
    await new Promise(setImmediate);
    writeEnvFile('PORT=1', new Date(1000));
    expect(drift.current().configStale).toBe(true);
  });

  it('sees keys that appeared in the environment', () => {
    const drift = boot();
    env['OPENAI_API_KEY'] = 'a';
    env['ANTHROPIC_API_KEY'] = 'b';
    env['DEEPSEEK_API_KEY'] = ' ';
    expect(drift.current().configStaleDetail).toBe(
      "OPENAI_API_KEY is now set for 'openai'; " +
        `ANTHROPIC_API_KEY is now set for 'anthropic'. ${advice}`,
    );
  });

  it('never reports what was removed', () => {
    env['OPENAI_API_KEY'] = 'a';
    writeEnvFile('PORT=1', new Date(1000));
    const drift = boot();
    delete env['OPENAI_API_KEY'];
    rmSync(join(cwd, '.env'));
    expect(drift.current()).toEqual({ configStale: false, configStaleDetail: null });
  });
});
