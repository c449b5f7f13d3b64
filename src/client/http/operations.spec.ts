import { describe, expect, it } from '@jest/globals';
import { OfficeRefusal, OfficeUnreachable } from '../errors.js';
import { HttpTransport } from './http-transport.js';
import { Operations } from './operations.js';
import { AccessOperations } from './access-operations.js';
import { FloorOperations } from './floor-operations.js';
import { ForgeOperations } from './forge-operations.js';
import { PluginOperations } from './plugin-operations.js';
import { PushOperations } from './push-operations.js';
import { TriggerOperations } from './trigger-operations.js';

interface Asked {
  readonly name: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Operations on a service that records requests and gives the same answer to all. */
function operations(answer: unknown = {}, status = 200) {
  const asked: Asked[] = [];
  const fetchIt: typeof fetch = async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const body: unknown = init.body === undefined ? undefined : JSON.parse(init.body as string);
    asked.push({
      name: `${init.method} ${pathname}${search}`,
      headers: new Headers(init.headers),
      body,
    });
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return new Response(text, { status });
  };
  const address = { url: 'http://office.example', token: 's3cret' };
  return { http: new Operations(new HttpTransport(address, fetchIt)), asked };
}

/** Every operation of the interface with its call. */
const calls: Readonly<Record<string, (http: Operations) => Promise<unknown>>> = {
  'GET /api/health': (http) => http.health(),
  'GET /api/state': (http) => http.state(),
  'GET /api/runs?search=a+b&limit=5': (http) => http.runs({ search: 'a b', limit: 5 }),
  'GET /api/runs/a%2Fb': (http) => http.run('a/b'),
  'GET /api/skills': (http) => http.skills(),
  'GET /api/tools': (http) => http.tools(),
  'GET /api/workspaces': (http) => http.workspaces(),
  'GET /api/workspaces/w': (http) => http.workspace('w'),
  'GET /api/settings': (http) => http.settings(),
  'GET /api/models': (http) => http.models(),
  'GET /api/providers': (http) => http.providers(),
  'GET /api/plugins': (http) => http.plugins(),
  'GET /api/plugins/p': (http) => http.plugin('p'),
  'GET /api/plugins/p/settings': (http) => http.pluginSettings('p'),
  'GET /api/plugins/p/panels/x': (http) => http.panel('p', 'x'),
  'GET /api/plugins/role-templates': (http) => http.roleTemplates(),
  'GET /api/plugins/pipelines': (http) => http.pipelines(),
  'GET /api/plugins/sources': (http) => http.marketplaces(),
  'GET /api/plugins/catalog?url=http%3A%2F%2Fm': (http) => http.catalog('http://m'),
  'GET /api/memory?limit=5': (http) => http.memory({ limit: 5 }),
  'GET /api/memory/search?q=a+b': (http) => http.searchMemory({ q: 'a b' }),
  'POST /api/submit': (http) => http.submit({ brief: 'b' }),
  'POST /api/chat': (http) => http.chat({ employeeId: 'e', text: 't' }),
  'POST /api/plan': (http) => http.plan({ employeeId: 'e', text: 't' }),
  'POST /api/workspaces': (http) => http.createWorkspace({ name: 'n' }),
  'PUT /api/workspaces/w': (http) => http.updateWorkspace('w', { name: 'n' }),
  'PATCH /api/workspaces/w': (http) => http.patchWorkspace('w', { style: null }),
  'DELETE /api/workspaces/w': (http) => http.removeWorkspace('w'),
  'POST /api/settings': (http) => http.updateSettings({}),
  'PUT /api/settings': (http) => http.putSettings({}),
  'PATCH /api/settings': (http) => http.patchSettings({}),
  'POST /api/models/discover': (http) => http.discoverModels(),
  'POST /api/models/benchmarks': (http) => http.refreshBenchmarks(),
  'POST /api/models/health': (http) => http.refreshModelHealth({ limit: 3 }),
  'POST /api/memory': (http) => http.remember({ scope: 'installation', kind: 'note', text: 't' }),
  'POST /api/memory/f/retract': (http) => http.retract('f', 'wrong'),
  'POST /api/memory/embed': (http) => http.embedMemory(),
  'POST /api/mcp/refresh': (http) => http.refreshMcp(),
  'POST /api/vendors/refresh': (http) => http.refreshVendors(),
  'POST /api/plugins/refresh': (http) => http.refreshPlugins(),
  'POST /api/plugins/updates': (http) => http.checkPluginUpdates(),
  'POST /api/plugins/install': (http) => http.installPlugin({ catalogUrl: 'c', pluginId: 'p' }),
  'POST /api/plugins/sources': (http) => http.addMarketplace({ url: 'http://m' }),
  'DELETE /api/plugins/sources/s': (http) => http.removeMarketplace('s'),
  'POST /api/plugins/p/enable': (http) => http.enablePlugin('p', true),
  'PUT /api/plugins/p/settings': (http) => http.configurePlugin('p', {}),
  'PATCH /api/plugins/p/settings': (http) => http.patchPluginSettings('p', {}),
  'DELETE /api/plugins/p': (http) => http.removePlugin('p'),
};

/** Further reads. */
const furtherCalls: typeof calls = {
  'GET /runs/counts?roleId=cto&changed=true': (http) =>
    http.runCounts({ roleId: 'cto', changed: true }),
  'GET /workspaces/a%2Fb/checks': (http) => http.allowedChecks('a/b'),
  'GET /workspaces/a%2Fb/sandbox': (http) => http.allowedSandboxes('a/b'),
  'GET /providers/keys': (http) => http.providerKeys(),
  'GET /workspaces/templates': (http) => http.floorTemplates(),
  'GET /workspaces/templates/a%2Fb': (http) => http.floorTemplate('a/b'),
  'GET /workspaces/a%2Fb/file': (http) => http.exportWorkspace('a/b'),
  'GET /workspaces/a%2Fb/offers': (http) => http.floorOffers('a/b'),
  'POST /workspaces/preview': (http) => http.previewWorkspace({ file: {} }),
  'POST /workspaces/import': (http) => http.importWorkspace({ file: {} }),
  'POST /folders': (http) => http.folders('/w'),
  'POST /folders/repository': (http) => http.makeRepository('/w'),
  'GET /access': (http) => http.access(),
  'POST /sign-out': (http) => http.signOut(),
  'GET /tokens': (http) => http.tokens(),
  'POST /tokens': (http) => http.makeToken({ name: 'n', rights: ['work'] }),
  'DELETE /tokens/a%2Fb': (http) => http.revokeToken('a/b'),
  'GET /triggers': (http) => http.triggers(),
  'POST /triggers': (http) => http.makeTrigger({ kind: 'schedule', name: 'n' }),
  'PATCH /triggers/a%2Fb': (http) => http.changeTrigger('a/b', { paused: true }),
  'POST /triggers/a%2Fb/secret': (http) => http.renewTriggerSecret('a/b'),
  'DELETE /triggers/a%2Fb': (http) => http.removeTrigger('a/b'),
  'GET /triggers/a%2Fb/deliveries': (http) => http.deliveriesOf('a/b'),
  'POST /triggers/a%2Fb/try': (http) => http.tryTrigger('a/b'),
  'GET /triggers/times?cron=0+3+*+*+*&timeZone=UTC': (http) =>
    http.triggerTimes({ cron: '0 3 * * *', timeZone: 'UTC' }),
  'GET /forges': (http) => http.forges(),
  'POST /forges': (http) =>
    http.connectForge({ kind: 'github', repository: 'a/b', token: 't', workspaceId: 'w' }),
  'PATCH /forges/a%2Fb': (http) => http.changeForge('a/b', { paused: true }),
  'POST /forges/a%2Fb/secret': (http) => http.renewWebhookSecret('a/b'),
  'DELETE /forges/a%2Fb': (http) => http.removeForge('a/b'),
  'GET /forges/a%2Fb/token': (http) => http.forgeToken('a/b'),
  'GET /forges/a%2Fb/issues': (http) => http.forgeIssues('a/b'),
  'POST /forges/a%2Fb/poll': (http) => http.pollForge('a/b'),
  'POST /runs/a%2Fb/request': (http) => http.askForRequest('a/b', { message: 'c' }),
  'GET /runs/a%2Fb/request': (http) => http.possibleRequest('a/b'),
  'GET /runs/a%2Fb/origin': (http) => http.runOrigin('a/b'),
  'GET /push': (http) => http.pushKey(),
  'POST /push': (http) => http.subscribePush({ endpoint: 'https://p', keys: {} }),
  'DELETE /push/a%2Fb': (http) => http.unsubscribePush('a/b'),
  'GET /audit?since=5': (http) => Array.fromAsync(http.audit(5)),
  'GET /audit/page?before=b&limit=3': (http) => http.auditPage({ before: 'b', limit: 3 }),
  'GET /runs/a%2Fb/changes': (http) => http.changes('a/b'),
  'GET /runs/r/changes?since=v': (http) => http.changes('r', { since: 'v' }),
  'GET /runs/a%2Fb/changes/actions': (http) => http.changeActions('a/b'),
  'GET /runs/r/changes/actions?turnId=t': (http) => http.changeActions('r', { turnId: 't' }),
  'GET /runs/a%2Fb/changes/lines?path=c&side=new&from=2': (http) =>
    http.changedLines('a/b', { path: 'c', side: 'new', from: 2 }),
  'GET /runs/a%2Fb/comments': (http) => http.comments('a/b'),
  'GET /runs/a%2Fb/changes.patch': (http) => Array.fromAsync(http.patchOf('a/b')),
  'GET /runs/r/changes.patch?path=a+b&path=%C3%A9%0A': (http) =>
    Array.fromAsync(http.patchOf('r', ['a b', 'é\n'])),
};

describe('Operations', () => {
  it('are the 48 of the interface and 46 more, and no method is without a test', () => {
    expect(Object.keys(calls)).toHaveLength(48);
    const methods = [
      Operations,
      FloorOperations,
      AccessOperations,
      ForgeOperations,
      PushOperations,
      TriggerOperations,
      PluginOperations,
    ].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype));
    const plumbing = ['constructor', 'get', 'post', 'put', 'patch', 'delete'];
    expect(methods.filter((name) => !plumbing.includes(name))).toHaveLength(94);
  });

  it.each(Object.entries({ ...calls, ...furtherCalls }))('%s', async (name, call) => {
    const { http, asked } = operations();
    await call(http);
    expect(asked.map((each) => each.name)).toEqual([name]);
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer s3cret');
  });

  it('send what they are given as JSON', async () => {
    const { http, asked } = operations();
    await http.enablePlugin('p', false);
    expect(asked[0]?.body).toEqual({ enabled: false });
    expect(asked[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('throw a refusal in the words of the service, with its status', async () => {
    const { http } = operations({ error: 'No run "x".' }, 404);
    const refusal = await http.run('x').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OfficeRefusal);
    expect(refusal).toMatchObject({ message: 'No run "x".', status: 404 });
  });

  it('say when what answers is no office', async () => {
    await expect(operations('<html>').http.health()).rejects.toThrow(
      'What answers at http://office.example is not an office.',
    );
    await expect(operations('<html>', 502).http.health()).rejects.toThrow('HTTP 502');
  });

  it('say when nobody answers, and leave the reason of a signal as it is', async () => {
    const nobody = new Operations(
      new HttpTransport({ url: 'http://office.example' }, () => Promise.reject(new TypeError())),
    );
    await expect(nobody.health()).rejects.toBeInstanceOf(OfficeUnreachable);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(nobody.health({ signal })).rejects.toThrow('enough');
  });

  it('give a patch byte for byte, and its refusal in the words of the service', async () => {
    const latin = Uint8Array.from([0x2b, 0xe9, 0x0a]);
    const answering = (response: Response) =>
      new Operations(
        new HttpTransport({ url: 'http://office.example' }, () => Promise.resolve(response)),
      );
    const pieces = await Array.fromAsync(answering(new Response(latin)).patchOf('r'));
    expect(Buffer.concat(pieces)).toEqual(Buffer.from(latin));
    const refused = new Response('{"error": "No run \\"x\\"."}', { status: 404 });
    await expect(answering(refused).patchOf('x').next()).rejects.toMatchObject({
      message: 'No run "x".',
      status: 404,
    });
    await expect(
      answering(new Response('<html>', { status: 502 }))
        .patchOf('x')
        .next(),
    ).rejects.toThrow('HTTP 502');
  });

  it('end a patch that is read no further, and say when one breaks off', async () => {
    const patch = (pull: (controller: ReadableStreamDefaultController) => void) => {
      const ended = Promise.withResolvers<void>();
      const body = new ReadableStream({ pull, cancel: () => ended.resolve() });
      const transport = new HttpTransport({ url: 'http://office.example' }, () =>
        Promise.resolve(new Response(body)),
      );
      return { pieces: new Operations(transport).patchOf('r'), ended: ended.promise };
    };
    const endless = patch((controller) => controller.enqueue(Uint8Array.of(1)));
    for await (const piece of endless.pieces) {
      expect(piece).toEqual(Uint8Array.of(1));
      break;
    }
    await endless.ended;
    const broken = patch((controller) => controller.error(new TypeError('terminated')));
    await expect(broken.pieces.next()).rejects.toBeInstanceOf(OfficeUnreachable);
  });
});
