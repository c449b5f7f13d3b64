import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PanelResult } from '../../src/protocol/records/plugins.js';
import { MarketplaceServer } from '../support/plugins/marketplace-server.js';
import { manifestOf } from '../support/plugins/plugin-workshop.js';
import { startPluginOffice } from '../support/plugins/start-plugin-office.js';
import type { PluginOffice } from '../support/plugins/start-plugin-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();
const note = { kind: 'note', text: 'static' };
let number = 0;
let office: PluginOffice;
let endpoint: MarketplaceServer;

/** Panels by id; a text is where a live one is read from. */
const start = async (panels: Record<string, string | object[]>, env = {}) => {
  number += 1;
  const uiPanels = Object.entries(panels).map(([id, from]) => ({
    id,
    title: `Panel ${id}`,
    placement: 'runs',
    ...(typeof from === 'string' ? { source: { url: from } } : { body: from }),
  }));
  const manifest = manifestOf({ permissions: ['ui'], contributes: { uiPanels } });
  office = await startPluginOffice(inDir(`plugins-${number}`), {
    plugins: { sample: { manifest } },
    env: { OFFICE_ALLOW_PRIVATE_PANEL_HOSTS: 'true', ...env },
  });
};
const read = (panelId: string, pluginId = 'test.sample') =>
  office.client.get<PanelResult>(`/api/plugins/${pluginId}/panels/${panelId}`);
const errorOf = async (panelId: string) => {
  const { status, body } = await read(panelId);
  expect([status, body.ok, body.widgets]).toEqual([404, false, []]);
  return body.error;
};
const serve = (path: string, body: unknown, status = 200) =>
  endpoint.answer(path, (_request, response) => response.writeHead(status).end(body));

beforeEach(async () => {
  endpoint = await new MarketplaceServer().start();
});
afterEach(async () => {
  await office.close();
  await endpoint.stop();
});

describe('a panel that the manifest holds', () => {
  it('is answered as it is, without asking anybody', async () => {
    await start({ here: [note, { kind: 'script' }] });
    expect(await read('here')).toMatchObject({
      status: 200,
      body: {
        ok: true,
        pluginId: 'test.sample',
        panelId: 'here',
        title: 'Panel here',
        live: false,
        widgets: [note],
        fetchedAt: expect.any(Number),
      },
    });
  });

  it('is gone when there is none, or its plugin is off', async () => {
    await start({ here: [note] });
    expect(await read('there')).toMatchObject({
      status: 404,
      body: {
        ok: false,
        title: 'there',
        error: 'no panel "there" is contributed by "test.sample".',
      },
    });
    expect((await read('here', 'test.other')).body.error).toBe(
      'no panel "here" is contributed by "test.other".',
    );
    await office.client.post('/api/plugins/test.sample/enable', { enabled: false });
    expect(await errorOf('here')).toBe('no panel "here" is contributed by "test.sample".');
  });
});

describe('a live panel', () => {
  it('is read by the service, once for all who ask, and its address stays there', async () => {
    await start({ live: `${endpoint.origin}/secret-path?key=1` });
    endpoint.answer('/secret-path?key=1', (request, response) => {
      expect(request.headers.accept).toBe('application/json');
      response.end(JSON.stringify({ widgets: [note, 7], url: 'x' }));
    });
    const answers = await Promise.all([read('live'), read('live'), read('live')]);
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ live: true, widgets: [note] }),
      ]);
    }
    expect(endpoint.asked).toHaveLength(1);
    expect(office.log).toContain(
      `INFO [plugin:test.sample] panel "live" is served by ${new URL(endpoint.origin).host}.`,
    );
    expect(office.log).toContain(
      'WARN [plugin:test.sample] panel "live": 1 widget(s) were not renderable.',
    );
    const frames = (await office.client.connect()).frames;
    const state = await office.client.get('/api/plugins');
    for (const text of [state.text, ...frames, ...answers.map((answer) => answer.text)]) {
      expect(text).not.toContain('secret-path');
    }
    expect(state.text).toContain('"refreshMs": 30000');
  });

  it('may be a plain list', async () => {
    await start({ live: `${endpoint.origin}/a` });
    serve('/a', JSON.stringify([note]));
    expect((await read('live')).body.widgets).toEqual([note]);
  });

  it.each([
    ['an error', 'x', 503, 'the panel endpoint returned HTTP 503.'],
    [
      'no JSON',
      '<html>internal',
      200,
      'could not reach the panel endpoint: the answer is not valid JSON',
    ],
    [
      'nothing to show',
      '{"widgets":[{"kind":"html"}]}',
      200,
      'the panel endpoint returned nothing renderable.',
    ],
    ['null', 'null', 200, 'the panel endpoint returned nothing renderable.'],
    [
      'too much',
      `[${'1,'.repeat(400_000)}1]`,
      200,
      'could not reach the panel endpoint: the answer is larger than 512 KB',
    ],
  ])(
    'that answers %s is a failure, which is kept for a while too',
    async (_what, body, status, error) => {
      await start({ live: `${endpoint.origin}/a` });
      serve('/a', body, status);
      for (let time = 0; time < 2; time += 1) {
        expect(await errorOf('live')).toEqual(
          typeof error === 'string' ? error : expect.stringMatching(error),
        );
      }
      expect(endpoint.asked).toHaveLength(1);
    },
  );

  it('goes nowhere else', async () => {
    await start({ live: `${endpoint.origin}/a` });
    endpoint.answer('/a', (_request, response) =>
      response.writeHead(302, { location: '/b' }).end(),
    );
    expect(await errorOf('live')).toBe(
      'the panel endpoint was refused: the endpoint redirected, and a redirect is not accepted here',
    );
    expect(endpoint.asked).toEqual(['/a']);
  });

  it('is not read from a private address unless the operator allows it', async () => {
    await start(
      { live: `${endpoint.origin}/a`, name: 'http://localhost:1/' },
      { OFFICE_ALLOW_PRIVATE_PANEL_HOSTS: 'false' },
    );
    expect(await errorOf('live')).toBe(
      'the panel endpoint was refused: "127.0.0.1" is a private, loopback or link-local address.',
    );
    expect(await errorOf('name')).toBe(
      'the panel endpoint was refused: "localhost" is not a public host.',
    );
    expect(endpoint.asked).toEqual([]);
  });

  it('is not read from a link-local address even where the operator allows private ones', async () => {
    await start({ live: 'http://169.254.169.254/', name: 'http://metadata/' });
    expect(await errorOf('live')).toBe(
      'the panel endpoint was refused: "169.254.169.254" is a private, loopback or link-local address.',
    );
    expect(await errorOf('name')).toBe(
      'the panel endpoint was refused: "metadata" is not a public host.',
    );
  });

  it('is one of twelve, until the plugins are refreshed', async () => {
    const ids = Array.from({ length: 14 }, (_, index) => `p${index}`);
    await start(Object.fromEntries(ids.map((id) => [id, `${endpoint.origin}/${id}`])));
    for (const id of ids) serve(`/${id}`, JSON.stringify([note]));
    const answers = await Promise.all(ids.map((id) => read(id)));
    const refused = answers.filter(({ status }) => status === 404);
    expect(endpoint.asked).toHaveLength(12);
    expect(refused.map(({ body }) => body.error)).toEqual(
      Array(2).fill('this installation already reads 12 live panels; this one was not fetched.'),
    );
    const left = refused[0]?.body.panelId ?? '';
    await office.client.post('/api/plugins/refresh');
    expect((await read(left)).status).toBe(200);
  });
});
