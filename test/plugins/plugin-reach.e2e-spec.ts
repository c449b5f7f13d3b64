import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { PluginTrial } from '../support/plugins/run-plugin.js';
import { repositoryRoot } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();

/** Evaluates what it is given and answers what came of it, a refusal by its message. */
const probe = `
  export function activate(api) {
    api.registerTool({ name: 'probe', async run({ source }, context) {
      const use = (name) => process.getBuiltinModule('node:' + name);
      try {
        const value = await new (async () => {}).constructor('use', 'context', 'api', source)(use, context, api);
        return { ok: true, content: String(value) };
      } catch (error) {
        return { ok: false, content: [error.code, error.cause?.code, error.message].filter(Boolean).join(' ') };
      }
    } });
  }`;

describe('the code of a plugin', () => {
  let trial: PluginTrial;
  let server: Server;
  let port: number;
  let connections = 0;

  beforeAll(async () => {
    trial = await new PluginTrial().start(probe);
    server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await trial.end();
    server.close();
  });

  const attempt = async (source: string): Promise<string> =>
    (await trial.run({ source }, { workspaceRoot: inDir() })).content;

  it('sees nothing of the environment but the mark that every child carries', async () => {
    const mark = 'OFFICE_CHILD_TREE';
    expect(await attempt('return Object.keys(process.env)')).toBe(mark);
    expect(
      await attempt('return Object.keys(process.report.getReport().environmentVariables)'),
    ).toBe(mark);
  });

  it('reads its own directory', async () => {
    expect(await attempt(`return use('fs').readdirSync(process.cwd())`)).toBe(
      'index.mjs,plugin.json',
    );
  });

  it.each([
    ['the environment of the service', 'use("fs").readFileSync(`/proc/${process.ppid}/environ`)'],
    ['the open files of the service', 'use("fs").readdirSync(`/proc/${process.ppid}/fd`)'],
    ['the memory of the service', 'use("fs").openSync(`/proc/${process.ppid}/mem`)'],
    ['a file of the system', 'use("fs").readFileSync("/etc/passwd")'],
    ['a way up from its directory', 'use("fs").readFileSync(process.cwd() + "/../../etc/passwd")'],
    [
      'a file, as a stream',
      'new Promise((resolve, reject) => use("fs").createReadStream("/etc/passwd").on("data", resolve).on("error", reject))',
    ],
    ['a file, as a module', 'import("file:///etc/passwd")'],
    ['a file, as an environment file', 'process.loadEnvFile("/etc/passwd")'],
    ['its workspace', 'use("fs").readdirSync(context.workspaceRoot)'],
    ['its own directory, to write', 'use("fs").writeFileSync(process.cwd() + "/index.mjs", "")'],
    ['a directory for temporary files', 'use("fs").mkdtempSync("/tmp/x")'],
    ['a link', 'use("fs").symlinkSync("/etc/passwd", process.cwd() + "/link")'],
  ])('does not reach %s', async (_what, expression) => {
    expect(await attempt(`return ${expression}`)).toContain('ERR_ACCESS_DENIED');
  });

  it.each([
    [
      'a program',
      'use("child_process").spawnSync("ls")',
      /child_process\.spawnSync is not available to plugins/,
    ],
    [
      'a program, imported',
      '(await import("node:child_process")).execSync("ls")',
      /child_process\.execSync is not available to plugins/,
    ],
    [
      'a program, by way of a cluster',
      'use("cluster").fork()',
      /child_process\.fork is not available to plugins/,
    ],
    [
      'a program, by way of tests',
      'use("test").run({ files: ["x"] })',
      /node:test\.run is not available to plugins/,
    ],
    [
      'the system by another interface',
      'new (use("wasi").WASI)({ version: "preview1" })',
      /wasi\.WASI is not available to plugins/,
    ],
    [
      'traces into a file',
      'use("trace_events").createTracing({ categories: ["v8"] })',
      /trace_events\.createTracing is not available to plugins/,
    ],
    [
      'a database',
      'new (use("sqlite").DatabaseSync)("/tmp/x.sqlite")',
      /DatabaseSync is not available to plugins|of undefined \(reading 'DatabaseSync'\)/,
    ],
    [
      'a thread',
      'new (use("worker_threads").Worker)("1", { eval: true })',
      /worker_threads\.Worker is not available to plugins/,
    ],
    ['native code', 'process.dlopen({}, "/x.node")', /process\.dlopen is not available to plugins/],
    ['the inside of Node', 'process.binding("fs")', /ERR_ACCESS_DENIED/],
    [
      'an inspector',
      'new (use("inspector").Session)()',
      /inspector\.Session is not available to plugins/,
    ],
    [
      'a switch of the engine',
      'use("v8").setFlagsFromString("--expose-gc")',
      /v8\.setFlagsFromString is not available to plugins/,
    ],
    [
      'the end of the service',
      'process.kill(process.ppid)',
      /process\.kill is not available to plugins/,
    ],
    [
      'the end of the service, below',
      'process._kill(process.ppid, 9)',
      /process\._kill is not available to plugins/,
    ],
    [
      'a debugger in the service',
      'process._debugProcess(process.ppid)',
      /process\._debugProcess is not available to plugins/,
    ],
    [
      'the priority of the service',
      'use("os").setPriority(process.ppid, 19)',
      /os\.setPriority is not available to plugins/,
    ],
  ])('does not get %s', async (_what, expression, refusal) => {
    expect(await attempt(`return ${expression}`)).toMatch(refusal);
  });

  it('cannot open again what is closed', async () => {
    const attempts = [
      'process.kill = () => "open"; return process.kill(process.ppid)',
      'delete process._kill; return process._kill(process.ppid, 9)',
    ];
    for (const source of attempts)
      expect(await attempt(source)).toMatch(/is not available to plugins/);
    expect(await attempt('Object.defineProperty(process, "_kill", { value: () => "open" })')).toBe(
      'Cannot redefine property: _kill',
    );
    expect(
      await attempt('const os = await import("node:os"); return os.setPriority(1, 1)'),
    ).toMatch(/not available/);
  });

  it.each([
    ['fetch', (to: string) => `(await fetch('http://${to}/')).status`],
    [
      'http',
      (to: string) =>
        `new Promise((resolve, reject) => use('http').get('http://${to}/', resolve).on('error', reject))`,
    ],
    [
      'tls',
      (to: string) =>
        `new Promise((resolve, reject) => use('tls').connect(${to.split(':').pop()}, '127.0.0.1', resolve).on('error', reject))`,
    ],
    [
      'net',
      (to: string) =>
        `new Promise((resolve, reject) => use('net').connect(${to.split(':').pop()}, '127.0.0.1', resolve).on('error', reject))`,
    ],
    [
      'http2',
      (to: string) =>
        `new Promise((resolve, reject) => use('http2').connect('http://${to}').on('connect', resolve).on('error', reject))`,
    ],
    [
      'a web socket',
      (to: string) =>
        `new Promise((resolve, reject) => { const s = new WebSocket('ws://${to}'); s.onopen = resolve; s.onerror = (event) => reject(event.error ?? new Error('EACCES')); })`,
    ],
  ])('does not reach this machine by %s', async (name, expression) => {
    const known = await attempt(`return typeof ${name === 'a web socket' ? 'WebSocket' : 'fetch'}`);
    if (known === 'undefined') return;
    expect(await attempt(`return ${expression(`127.0.0.1:${port}`)}`)).toMatch(/EACCES/);
    expect(connections).toBe(0);
  });

  it.each(['localhost', '[::1]', '127.9.9.9', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433'])(
    'does not reach this machine as %s',
    async (host) => {
      expect(await attempt(`return (await fetch('http://${host}:${port}/')).status`)).toMatch(
        /EACCES|ENETUNREACH|EADDRNOTAVAIL/,
      );
      expect(connections).toBe(0);
    },
  );

  it.each(['10.0.0.1', '192.168.1.1', '169.254.169.254', '[fe80::1]', '[fd00::1]'])(
    'does not reach the private network: %s',
    async (host) => {
      expect(await attempt(`return (await fetch('http://${host}/')).status`)).toMatch(
        /EACCES|EINVAL/,
      );
    },
  );

  it('neither listens, nor sends datagrams, nor names its name servers, nor uses local sockets', async () => {
    expect(
      await attempt(
        `return new Promise((resolve, reject) => use('net').createServer().on('error', reject).listen(0, resolve))`,
      ),
    ).toMatch(/EACCES/);
    expect(await attempt(`return use('dgram').createSocket('udp4')`)).toMatch(/not available/);
    expect(await attempt(`return use('dns').setServers(['127.0.0.1'])`)).toMatch(/not available/);
    expect(await attempt(`return new (use('dns').Resolver)().setServers(['127.0.0.1'])`)).toMatch(
      /not available/,
    );
    expect(
      await attempt(
        `return new Promise((resolve, reject) => use('net').connect('/tmp/x.sock', resolve).on('error', reject))`,
      ),
    ).toMatch(/EACCES/);
  });
});

describe('the directory of a plugin', () => {
  const trials: PluginTrial[] = [];
  const start = async (prepare: (directory: string) => Promise<unknown>, entry = 'index.mjs') => {
    const trial = new PluginTrial();
    trials.push(trial);
    // Activation is the second start: the first has laid the directory out.
    await trial.start('export function activate() {}', { manifest: { entry: 'index.mjs' } });
    await trial.plugin?.stop();
    await prepare(trial.directory);
    const { RunningPlugin } = await import('../../src/plugins/isolation/running-plugin.js');
    const { validateManifest } = await import('../../src/plugins/manifest/validate-manifest.js');
    const verdict = validateManifest({
      id: 'test.sample',
      name: 'n',
      version: '1.0.0',
      description: 'd',
      apiVersion: '1',
      entry,
      permissions: [],
    });
    if (!verdict.ok) throw new Error(verdict.reason);
    const silence = () => undefined;
    trial.plugin = await RunningPlugin.start(
      { manifest: verdict.manifest, directory: trial.directory, settings: {} },
      {
        bus: trial.bus,
        log: { debug: silence, info: silence, warn: silence, error: silence },
        onTools: silence,
        onFailure: silence,
      },
    );
  };
  afterAll(() => Promise.all(trials.map((trial) => trial.end())));

  it('may not lead out of itself by a link', async () => {
    const linkTo = (target: string, name: string) => (directory: string) =>
      symlink(target, path.join(directory, name));
    await expect(start(linkTo(repositoryRoot, 'out'))).rejects.toThrow(
      /^Refusing path ".*\/out": "out" is a symbolic link or junction, and following it could leave the plugin directory\. Refer to the real path instead\.$/,
    );
    await expect(start(linkTo('index.mjs', 'main.mjs'), 'main.mjs')).rejects.toThrow(
      /"main\.mjs" is a symbolic link/,
    );
    await expect(start(linkTo('/etc/hostname', 'file-link'))).resolves.toBeUndefined();
  });

  it('must hold the entry as a file', async () => {
    await expect(start((directory) => mkdir(path.join(directory, 'dir')), 'dir')).rejects.toThrow(
      'entry module "dir" does not exist.',
    );
    const nested = async (directory: string) => {
      await mkdir(path.join(directory, 'lib'));
      await writeFile(path.join(directory, 'lib', 'main.js'), 'export const activate = () => {};');
    };
    await expect(start(nested, 'lib/main.js')).resolves.toBeUndefined();
  });
});
