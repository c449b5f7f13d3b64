import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import request from 'supertest';
import { clientCommandTypes, unhandledCommandTypes } from '../../src/protocol/commands.js';
import { serverEventTypes } from '../../src/protocol/events.js';
import { runProgram } from '../support/run-program.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { ProbeModule } from './probe/probe.module.js';

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Record<string, { readonly content?: Record<string, { schema: unknown }> }>;
  readonly requestBody?: { readonly content: Record<string, { schema: { $ref: string } }> };
}

interface SocketDocument {
  readonly operations: Record<string, { readonly messages: readonly { readonly $ref: string }[] }>;
}

describe('the description of the API', () => {
  let office: RunningOffice;
  let document: Document;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => ProbeModule.on(bootContext) });
    document = (await office.client.get<Document>('/openapi.json')).body;
  });

  afterAll(() => office.close());

  it('is a valid OpenAPI document, served like every other answer', async () => {
    const { headers, text } = await office.client.get('/openapi.json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(text.startsWith('{\n  "openapi": "3.1.0"')).toBe(true);
    const { valid, errors } = await new Validator().validate(
      JSON.parse(text) as Record<string, unknown>,
    );
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  it('describes an operation with its answer, and the schemas of all records in it', () => {
    const health = document.paths['/api/health']?.['get'];
    expect(health).toMatchObject({
      operationId: 'healthRead',
      tags: ['health'],
      responses: {
        '200': {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Health' } } },
        },
        '500': {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
    });
    expect(document.components.schemas).toMatchObject({
      Health: { properties: { llmMode: { $ref: '#/components/schemas/LlmMode' } } },
      LlmMode: { enum: ['mock', 'live'] },
      Refusal: { required: ['error'] },
    });
    expect(document.components.schemas).not.toHaveProperty('OfficeState');
  });

  it('describes the body of a request from its shape', () => {
    const schema = document.paths['/api/probe']?.['post']?.requestBody?.content['application/json'];
    expect(schema?.schema.$ref).toBe('#/components/schemas/ProbeRequest');
    expect(document.components.schemas['ProbeRequest']).toEqual({
      type: 'object',
      properties: { word: { type: 'string', minLength: 1 }, times: { type: 'number' } },
      required: ['word'],
    });
  });

  it('leaves the probes out', () => {
    expect(Object.keys(document.paths)).not.toContain('/livez');
  });

  it('is made from the vocabulary as it is now, and so are the tables of docs/interface.md', async () => {
    const check = ['scripts/generate-record-schemas.mjs', '--check'];
    expect(await runProgram('node', check)).toMatchObject({ code: 0 });
  }, 120_000);

  it.each(['openapi', 'asyncapi'])(
    'is clean by the usual rules: %s',
    async (name) => {
      const lint = ['test/support/lint-contract.mjs', `docs/api/${name}.json`];
      expect(await runProgram('node', lint)).toMatchObject({ code: 0, stdout: '' });
    },
    120_000,
  );

  it('describes the socket: every command that is handled, and every event', async () => {
    const { body, headers } = await office.client.get<SocketDocument>('/asyncapi.json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const { events, ...commands } = body.operations;
    const handled = clientCommandTypes.filter(
      (type) => !(unhandledCommandTypes as readonly string[]).includes(type),
    );
    expect(Object.keys(commands)).toEqual(handled);
    expect(events?.messages.map(({ $ref }) => $ref.split('/').at(-1))).toEqual(serverEventTypes);
  });

  it('shows the socket on a page of its own, which loads nothing and names every message', async () => {
    const { text, headers } = await office.client.get('/docs/socket');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).not.toMatch(/<(?:script|link|img|iframe)|\ssrc=|url\(/);
    const targets = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id ?? ''}`));
    const links = [...text.matchAll(/ href="([^"]+)"/g)].map(([, address = '']) => address);
    const elsewhere = links.filter((link) => !targets.has(link));
    expect(elsewhere).toEqual(['../docs', '../asyncapi.json']);
    for (const type of serverEventTypes) expect(targets).toContain(`#event-${type}`);
    expect(targets).toContain('#command-submit');
    expect((await office.client.get('/docs/swagger-ui-init.js')).text).toContain('(docs/socket)');
  });

  describe('the explorer', () => {
    it('is a page that loads nothing from elsewhere', async () => {
      const { text } = await request(office.app.getHttpServer())
        .get('/docs')
        .expect(200)
        .expect('content-type', /^text\/html/);
      const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
      expect(loaded.length).toBeGreaterThan(3);
      for (const address of loaded) {
        const path = new URL(address ?? '', 'http://office/docs').pathname;
        expect(new URL(address ?? '', 'http://office/docs').origin).toBe('http://office');
        await request(office.app.getHttpServer()).get(path).expect(200);
      }
    });

    it.each(['/docs', '/docs/', '/docs/swagger-ui-init.js', '/docs/swagger-ui.css'])(
      'is framed by nobody, and runs and asks nothing but its own: %s',
      async (path) => {
        const { headers } = await request(office.app.getHttpServer()).get(path);
        expect(headers).toMatchObject({
          'content-security-policy':
            "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';" +
            "script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;" +
            "connect-src 'self'",
          'x-frame-options': 'DENY',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        });
      },
    );

    it('has no script that its policy stops: none stands in the page', async () => {
      const { text } = await request(office.app.getHttpServer()).get('/docs');
      const inline = [...text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)];
      expect([inline, text.match(/\son\w+=/g)]).toEqual([[], null]);
      expect(text).toMatch(/<script src="\.\/docs\/swagger-ui-bundle\.js"/);
    });

    it('asks no validator on the internet, and holds the document itself', async () => {
      const { text } = await request(office.app.getHttpServer())
        .get('/docs/swagger-ui-init.js')
        .expect(200);
      expect(text).toContain('"validatorUrl": null');
      expect(text).toContain('healthRead');
    });
  });
});
