import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientCommand } from '../../src/protocol/commands.js';
import type {
  FloorFile,
  FloorPreview,
  FloorTemplate,
} from '../../src/protocol/records/floor-files.js';
import type { OrganisationDetail } from '../../src/protocol/records/organisation-detail.js';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import type { Run } from '../../src/protocol/records/work.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';

interface Refusal {
  readonly error: string;
}

const secret = 'sk-secret-of-this-office-1234';

describe('floors as files', () => {
  let office: RunningOffice;
  const exported = async (id: string) =>
    (await office.client.get<FloorFile>(`/workspaces/${id}/file`)).body;
  const imported = (body: object, headers: Record<string, string> = {}) =>
    office.client.post<WorkspaceSummary & Refusal>('/workspaces/import', body, { headers });
  const preview = async (file: object, name?: string) =>
    (await office.client.post<FloorPreview & Refusal>('/workspaces/preview', { file, name })).body;
  const count = async () =>
    (await office.client.get<readonly WorkspaceSummary[]>('/api/workspaces')).body.length;

  beforeAll(async () => {
    office = await startRealOffice({ OPENAI_API_KEY: secret });
  });
  afterAll(() => office.close());

  it('come back as they were', async () => {
    const file = await exported('default');
    expect(file).toMatchObject({ format: 'office-floor', version: 1, name: 'Default project' });
    expect(JSON.stringify(file)).not.toContain(office.directory);
    const { status, body } = await imported({ file, name: 'Again' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: 'again', name: 'Again', roleCount: 13, spentUsd: 0 });
    expect(await exported('again')).toEqual({ ...file, name: 'Again' });
    const { body: detail } = await office.client.get<OrganisationDetail>('/api/workspaces/again');
    expect(new Set(detail.roles.map(({ seatId }) => seatId)).size).toBe(13);
  });

  it('show rights, and never take them over', async () => {
    const rights = {
      shell: 'sandbox',
      sandboxBounds: { processes: 900, memoryMb: 8192, writtenMb: 4096 },
      packages: true,
      hosts: ['*.example.org'],
      visibleSecrets: ['config/*.pem'],
      trusted: true,
      worktreeSetup: 'npm ci',
      isolation: 'worktree',
    };
    await office.client.put('/api/workspaces/default', rights);
    const file = await exported('default');
    const { isolation, ...asksFor } = rights;
    expect(file).toMatchObject({ isolation, asksFor });
    const [first, ...others] = file.roles;
    const foreign = { ...first, allowedTools: ['read_file', 'mcp__mail__send'] };
    const asking = { ...file, roles: [foreign, ...others] };
    expect((await preview(asking)).asksFor).toEqual([
      'Commands in the sandbox without asking.',
      'Other bounds of the sandbox.',
      'Commands in the sandbox that reach the registries of packages.',
      'Commands in the sandbox that reach *.example.org.',
      'Files that look like secrets, shown to employees: config/*.pem.',
      'Files of the folder that count as a person’s own words.',
      'A command in each new worktree: npm ci',
      `${first?.displayName}: tools of plugins, servers or agents (mcp__mail__send).`,
    ]);
    const { body } = await imported({ file: asking, name: 'Without rights' });
    const made = await exported(body.id);
    expect(made.asksFor).toBeUndefined();
    expect(made.isolation).toBe('worktree');
    expect(made.roles[0]?.allowedTools).toEqual(['read_file']);
  });

  it('hold no value of a secret', async () => {
    await office.client.put('/api/workspaces/default', { description: `Use ${secret} here` });
    expect((await exported('default')).description).toBe('Use [redacted] here');
  });

  it('tell beforehand what would be made, what is left out, and which names are taken', async () => {
    const file = await exported('again');
    const told = await preview({
      ...file,
      skillIds: ['debugging', 'juggling'],
      pipelineIds: ['quick-answer', 'product-build', 'parade'],
      roles: file.roles.filter(({ id }) => id !== 'qa-lead'),
    });
    expect(told).toMatchObject({
      name: 'Again',
      skillIds: ['debugging'],
      pipelineIds: ['quick-answer', 'product-build'],
      leftOut: [
        'This office has no skills called juggling.',
        'This office has no pipelines called parade.',
        expect.stringMatching(
          /^The pipeline .* cannot be chosen until there are people with the ids qa-lead\.$/,
        ),
      ],
      conflicts: ['A floor is called "Again" already; this one gets the id "again-2".'],
    });
    const none = await preview({ ...file, skillIds: ['juggling'], pipelineIds: ['parade'] });
    expect(none.leftOut).toEqual(
      expect.arrayContaining([
        'None of its skills is here, so the floor gets all that are.',
        'None of its pipelines is here, so the floor gets all that are.',
      ]),
    );
  });

  it('are imported once, however often the request arrives', async () => {
    const file = await exported('again');
    const key = { 'idempotency-key': 'import-1' };
    const [one, two] = await Promise.all([
      imported({ file, name: 'Once' }, key),
      imported({ file, name: 'Once' }, key),
    ]);
    expect(two.body.id).toBe(one.body.id);
    const socket = await office.client.connect();
    const before = await count();
    const command: ClientCommand = {
      type: 'importWorkspace',
      file,
      name: 'Twice',
      requestId: 'import-2',
    };
    socket.send(command);
    socket.send(command);
    const answers = () => socket.events.filter(({ type }) => type === 'command.done');
    await until(() => answers().length === 2);
    expect(answers()).toMatchObject([{ result: { id: 'twice' } }, { result: { id: 'twice' } }]);
    expect(await count()).toBe(before + 1);
  });

  describe('from anywhere', () => {
    let file: FloorFile;
    beforeAll(async () => {
      file = await exported('again');
    });
    const changed = (change: object) => ({ ...file, ...change });
    const firstRole = (change: object) =>
      changed({ roles: [{ ...file.roles[0], ...change }, ...file.roles.slice(1)] });
    let deep: unknown = 'end';
    for (let level = 0; level < 2000; level++) deep = [deep];

    it.each<[string, () => unknown, string | RegExp]>([
      ['no file', () => undefined, 'A "file" is required: the JSON of an exported floor.'],
      [
        'another JSON',
        () => ({ a: 1 }),
        'This is no floor file: its "format" is not "office-floor".',
      ],
      [
        'a newer version',
        () => changed({ version: 2, new: true }),
        'This floor file has version 2, and this office reads version 1. Update the office first.',
      ],
      [
        'no version',
        () => changed({ version: 'one' }),
        'This is no floor file: its "version" is no whole number of 1 or more.',
      ],
      [
        'a deep one',
        () => changed({ style: { preset: deep } }),
        'The floor file holds more than 20000 values, or nests deeper than 12.',
      ],
      [
        'a wide one',
        () => changed({ skillIds: Array.from({ length: 30_000 }, () => 'a') }),
        'The floor file holds more than 20000 values, or nests deeper than 12.',
      ],
      [
        'one that names a prototype',
        () => JSON.parse(`{"__proto__":{},${JSON.stringify(file).slice(1)}`) as unknown,
        'The floor file has a field that no file may have: "__proto__".',
      ],
      [
        'an unknown field',
        () => changed({ autoApproveShell: true }),
        /^The floor file is not valid: .*autoApproveShell/,
      ],
      [
        'an unknown field of a role',
        () => firstRole({ admin: true }),
        /^The floor file is not valid at roles\.0: .*admin/,
      ],
      ['a wrong type', () => changed({ mission: 7 }), /^The floor file is not valid at mission: /],
      [
        'an unknown style',
        () => changed({ style: { preset: 'noir', fire: true } }),
        'The floor file is not valid at style: it has a field that no style has.',
      ],
      [
        'a negative ceiling',
        () => changed({ budget: { defaultRunUsd: -1 } }),
        /^The floor file is not valid at budget\.defaultRunUsd/,
      ],
      [
        'two roles of one id',
        () => changed({ roles: [...file.roles, file.roles[0]] }),
        'The floor file has two roles with the id "ceo".',
      ],
      [
        'a role without a department',
        () => firstRole({ departmentId: 'circus' }),
        'The role "ceo" belongs to a department that the floor file does not have: "circus".',
      ],
      [
        'a role under nobody',
        () => firstRole({ reportsTo: 'ghost' }),
        'The role "ceo" reports to a role that the floor file does not have: "ghost".',
      ],
      [
        'a circle',
        () => firstRole({ reportsTo: 'cto' }),
        'The role "ceo" would report to itself, directly or by others.',
      ],
      [
        'a long name',
        () => changed({ name: 'x'.repeat(61) }),
        'Workspace names are limited to 60 characters.',
      ],
    ])('are refused if they are %s, and nothing changes', async (_, make, told) => {
      const before = await count();
      const { status, body } = await imported({ file: make() });
      expect(status).toBe(400);
      if (typeof told === 'string') expect(body.error).toBe(told);
      else expect(body.error).toMatch(told);
      expect(await count()).toBe(before);
    });
  });

  describe('of the gallery', () => {
    it('are listed, and one that is not there is refused', async () => {
      const { body } = await office.client.get<readonly FloorTemplate[]>('/workspaces/templates');
      expect(body.map(({ id }) => id)).toEqual([
        'code-maintenance',
        'web-product',
        'data-analysis',
        'writing',
      ]);
      const missing = await office.client.get<Refusal>('/workspaces/templates/circus');
      expect(missing).toMatchObject({
        status: 404,
        body: { error: 'There is no template called "circus".' },
      });
    });

    it.each(['code-maintenance', 'web-product', 'data-analysis', 'writing'])(
      '%s is imported as it is, and does its brief',
      async (id) => {
        const { body: file } = await office.client.get<FloorFile>(`/workspaces/templates/${id}`);
        expect(await preview(file)).toMatchObject({ asksFor: [], leftOut: [], conflicts: [] });
        const { body: floor } = await imported({ file });
        expect(await exported(floor.id)).toEqual(file);
        const { body: templates } =
          await office.client.get<readonly FloorTemplate[]>('/workspaces/templates');
        const brief = templates.find((each) => each.id === id)?.brief;
        for (const pipelineId of file.pipelineIds.filter((each) => each !== 'product-build')) {
          const { body: run } = await office.client.post<Run>('/api/submit', {
            brief,
            pipelineId,
            workspaceId: floor.id,
          });
          const now = async () => (await office.client.get<Run>(`/api/runs/${run.id}`)).body;
          await until(async () => (await now()).endedAt !== null);
          expect(await now()).toMatchObject({ status: 'done', workspaceId: floor.id });
        }
      },
    );
  });
});
