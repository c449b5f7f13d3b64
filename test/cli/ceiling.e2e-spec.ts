import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Forge } from '#protocol/records/forges.js';
import type { Run } from '#protocol/records/work.js';
import { GithubSimulator } from '../support/forges/github/github-simulator.js';
import { OfficeClient } from '../support/office-client.js';
import { runProgram } from '../support/run-program.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { CommandLine } from './support/command-line.js';

const warning =
  /^A ceiling of \$0\.01 is too small: the turn of "Quick answer" needs about \$0\.0\d+\.$/m;

/** The built command line at a built service whose models cost ten dollars a million. */
describe('a ceiling that is too small, on the command line', () => {
  const inDirectory = temporaryDirectory();
  let provider: ScriptedProvider;
  let forge: GithubSimulator;
  let at: CommandLine;
  let client: OfficeClient;
  const headers = { authorization: 'Bearer s3cret' };

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.respondWith(() => ({ text: ['A list of things to do.'] }));
    forge = await GithubSimulator.start(inDirectory('forge'));
    at = await CommandLine.start({
      OFFICE_PRIVATE_HOSTS: new URL(forge.url).host,
      OFFICE_API_TOKEN: 's3cret',
      OFFICE_LLM_MODE: 'live',
      OFFICE_MODEL_DISCOVERY: 'false',
      OFFICE_BENCHMARKS: 'false',
      OFFICE_ENDPOINT_HEALTH: 'false',
      OFFICE_OPENAI_BASE_URL: provider.baseUrl,
      OFFICE_OPENAI_ENDPOINT: 'chat',
      OPENAI_API_KEY: 'key',
    });
    client = new OfficeClient(Number(at.env.PORT));
    const { body: models } = await client.get<{ id: string }[]>('/api/models', {
      headers,
    });
    const price = { costPerMTokIn: 10, costPerMTokOut: 10 };
    // Also those of this machine, which cost nothing.
    const modelOverrides = Object.fromEntries(models.map(({ id }) => [id, price]));
    await client.post('/api/settings', { modelOverrides }, { headers });
  }, 60_000);
  afterAll(async () => {
    await at.close();
    await provider.close();
    await forge.close();
  });

  const submit = (...args: readonly string[]) =>
    at.office(['submit', '--pipeline', 'quick-answer', ...args, 'What is a todo list?']);

  it('is told before the brief is submitted, which it is all the same', async () => {
    const { code, stdout, stderr } = await submit('--budget', '0.01');
    expect(stderr).toMatch(warning);
    expect(stdout).toMatch(/^Run run_\w+: pipeline quick-answer, 2 stages, at most \$0\.01\.$/m);
    expect(code).toBe(0);
  }, 60_000);

  it('leaves the records of --json alone', async () => {
    const { stdout, stderr } = await submit('--budget', '0.01', '--json');
    expect(stderr).toMatch(warning);
    expect(JSON.parse(stdout) as Run).toMatchObject({ budget: { limitUsd: 0.01 } });
  }, 60_000);

  it('is not told of one that pays, nor of a floor that there is not', async () => {
    expect((await submit('--budget', '1')).stderr).toBe('');
    expect(await submit('--budget', '0.01', '--workspace', 'nowhere')).toMatchObject({
      code: 1,
      stderr: 'There is no workspace "nowhere" in this office.\n',
    });
  }, 60_000);

  it('is told of a forge where it is set, and as long as it is', async () => {
    const rules = ['--kind', 'github', '--pipeline', 'quick-answer'];
    const place = `${forge.url}/${forge.repository}`;
    const connected = await at.office(
      ['forges', 'connect', place, ...rules, '--issue-usd', '0.01'],
      { input: forge.token },
    );
    expect(connected).toMatchObject({ code: 0, stderr: expect.stringMatching(warning) as unknown });
    const [, id = ''] = / as (forge_\w+)\.$/m.exec(connected.stdout) ?? [];
    const raised = await at.office(['forges', 'change', id, '--issue-usd', '1']);
    expect(raised.stderr).not.toContain('ceiling');
    expect((await at.office(['forges', 'change', id, '--issue-usd', '0.01'])).stderr).toMatch(
      warning,
    );
    const { body } = await client.get<readonly Forge[]>('/forges', { headers });
    expect(body[0]?.ceilingNote).toMatch(warning);
    expect((await at.office(['forges'])).stdout).toContain('A ceiling of $0.01 is too small');
  }, 60_000);

  it('is told by npm run brief too', async () => {
    const args = ['dist/cli/brief.js', 'What is it?', '--pipeline', 'quick-answer'];
    const { stdout } = await runProgram('node', [...args, '--budget', '0.01'], { env: at.env });
    expect(stdout).toMatch(warning);
    expect(stdout.search(warning)).toBeLessThan(stdout.search(/^Run run_\w+: pipeline/m));
  }, 60_000);
});
