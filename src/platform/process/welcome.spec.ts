import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../config/load-config.js';
import { BootReport } from './boot-report.js';
import { serviceVersion } from './service-version.js';
import { briefCommand, renderWelcome } from './welcome.js';

describe('renderWelcome', () => {
  it('tells where the service listens, how it stands and what to try', () => {
    const config = loadConfig({ env: { OPENAI_API_KEY: 'sk-secret' }, cwd: '/srv/office' });
    const report = new BootReport();
    report.add('floors', () => '1');
    const address = 'http://127.0.0.1:8787';
    const text = renderWelcome(report, { address, config, store: 'memory (because)' });
    expect(text).toBe(`
Office Orchestration Service ${serviceVersion}

  listening  http://127.0.0.1:8787  (socket ws://127.0.0.1:8787/ws)
  mode       live: OFFICE_LLM_MODE=auto, and openai is configured
  providers  openai
  discovery  on
  floors     1
  workspace  /srv/office/workspace
  store      memory (because)
  .env       0 variable(s) applied

Try next

  http://127.0.0.1:8787/   the office at work, in your browser
  npm run brief -- "Build a todo list"   commission a run and follow it here
  http://127.0.0.1:8787/docs   every operation, ready to try

`);
  });

  it.each([
    ['http://127.0.0.1:8787', 'npm run brief -- "Build a todo list"'],
    ['http://127.0.0.1:9000', 'npm run brief -- "Build a todo list" --url http://127.0.0.1:9000'],
    ['http://0.0.0.0:8787', 'npm run brief -- "Build a todo list"'],
    ['http://[::]:9000', 'npm run brief -- "Build a todo list" --url http://127.0.0.1:9000'],
    ['http://[::1]:8787', 'npm run brief -- "Build a todo list" --url http://[::1]:8787'],
    ['http://10.0.0.7:80', 'npm run brief -- "Build a todo list" --url http://10.0.0.7:80'],
  ])('names the service at %s', (address, command) => {
    expect(briefCommand(address, true)).toBe(command);
  });

  it('names what is there where only the build is', () => {
    expect(briefCommand('http://127.0.0.1:9000', false)).toBe(
      'node dist/cli/brief.js "Build a todo list" --url http://127.0.0.1:9000',
    );
  });
});
