import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { AppModule } from '../../src/app.module.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

/** Every operation under `/api/`; nothing is added to them. */
const operationsOfTheInterface = `
GET /api/health
GET /api/state
GET /api/runs
GET /api/runs/{id}
GET /api/skills
GET /api/tools
GET /api/workspaces
GET /api/settings
GET /api/models
GET /api/providers
GET /api/plugins
GET /api/plugins/role-templates
GET /api/plugins/pipelines
GET /api/plugins/sources
GET /api/plugins/catalog
GET /api/memory
GET /api/memory/search
GET /api/plugins/{id}/panels/{panelId}
POST /api/submit
POST /api/chat
POST /api/plan
POST /api/workspaces
PUT /api/workspaces/{id}
DELETE /api/workspaces/{id}
POST /api/settings
PUT /api/settings
POST /api/models/discover
POST /api/models/benchmarks
POST /api/models/health
POST /api/memory
POST /api/memory/{id}/retract
POST /api/memory/embed
POST /api/mcp/refresh
POST /api/vendors/refresh
POST /api/plugins/refresh
POST /api/plugins/updates
POST /api/plugins/install
POST /api/plugins/sources
DELETE /api/plugins/sources/{id}
POST /api/plugins/{id}/enable
PUT /api/plugins/{id}/settings
DELETE /api/plugins/{id}
PATCH /api/workspaces/{id}
PATCH /api/plugins/{id}/settings
PATCH /api/settings
GET /api/workspaces/{id}
GET /api/plugins/{id}
GET /api/plugins/{id}/settings
`
  .trim()
  .split('\n');

/** What the service answers beside them. */
const furtherOperations = [
  'DELETE /forges/{id}',
  'DELETE /push/{id}',
  'DELETE /tokens/{id}',
  'DELETE /triggers/{id}',
  'GET /access',
  'GET /audit',
  'GET /audit/page',
  'GET /forges',
  'GET /forges/{id}/issues',
  'GET /forges/{id}/token',
  'GET /providers/keys',
  'GET /push',
  'GET /runs/counts',
  'GET /runs/{id}/changes',
  'GET /runs/{id}/changes.patch',
  'GET /runs/{id}/changes/actions',
  'GET /runs/{id}/changes/lines',
  'GET /runs/{id}/comments',
  'GET /runs/{id}/origin',
  'GET /runs/{id}/request',
  'GET /tokens',
  'GET /triggers',
  'GET /triggers/times',
  'GET /triggers/{id}/deliveries',
  'GET /workspaces/templates',
  'GET /workspaces/templates/{id}',
  'GET /workspaces/{id}/checks',
  'GET /workspaces/{id}/file',
  'GET /workspaces/{id}/offers',
  'GET /workspaces/{id}/sandbox',
  'PATCH /forges/{id}',
  'PATCH /triggers/{id}',
  'POST /folders',
  'POST /folders/repository',
  'POST /forges',
  'POST /forges/{id}/poll',
  'POST /forges/{id}/secret',
  'POST /forges/{id}/webhook',
  'POST /hooks/{id}',
  'POST /push',
  'POST /runs/{id}/request',
  'POST /sign-out',
  'POST /tokens',
  'POST /triggers',
  'POST /triggers/{id}/secret',
  'POST /triggers/{id}/try',
  'POST /workspaces/import',
  'POST /workspaces/preview',
];

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Record<string, unknown>> };
}

describe('the operations of the service', () => {
  let office: RunningOffice;
  let document: Document;
  let operations: [name: string, operation: Operation][];

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
    document = (await office.client.get<Document>('/openapi.json')).body;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  }, 30_000);

  afterAll(() => office.close());

  it('number 48 in the interface, and under /api/ no other is declared', () => {
    expect(new Set(operationsOfTheInterface).size).toBe(48);
    const declared = operations.map(([name]) => name);
    const others = declared.filter((name) => !operationsOfTheInterface.includes(name));
    expect(others.toSorted()).toEqual(furtherOperations);
    expect(others.filter((name) => name.includes(' /api/'))).toEqual([]);
  });

  it('have an id of their own, a summary and a tag each', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const [name, { operationId, summary, tags }] of operations) {
      expect({ name, operationId, summary, tags }).toEqual({
        name,
        operationId: expect.stringMatching(/^[a-z][A-Za-z]+$/),
        summary: expect.stringMatching(/^[A-Z].{5,}[^.]$/),
        tags: [expect.any(String)],
      });
    }
  });

  it('name the record they answer, and it is described', () => {
    const records = operations.filter(
      ([name]) => !name.endsWith('.patch') && name !== 'GET /audit',
    );
    for (const [name, { responses }] of records) {
      const success = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect({ name, success }).toEqual({ name, success: [expect.any(String)] });
      const schema = responses[success[0] ?? '']?.content?.['application/json']?.schema;
      const record = (schema?.items ?? schema)?.$ref?.replace('#/components/schemas/', '');
      expect({ name, record, known: document.components.schemas[record ?? ''] }).toEqual({
        name,
        record: expect.any(String),
        known: expect.objectContaining({}),
      });
    }
  });

  it('stand in a document that is valid', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });
});
