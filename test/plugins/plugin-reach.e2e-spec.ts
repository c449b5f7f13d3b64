import { describe, expect, it } from '@jest/globals';
import { probePlugin } from '../support/plugins/probe-plugin.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();

describe('the code of a plugin', () => {
  const attempt = probePlugin(() => inDir());

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
});
