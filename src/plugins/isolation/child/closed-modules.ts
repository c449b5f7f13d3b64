import { builtinModules } from 'node:module';

/**
 * Modules of Node that a plugin may use, because what they reach is closed below them: the files by
 * the permission model, the network by the guard, single functions by `lock-down.ts`.
 */
const open = new Set([
  ...['assert', 'assert/strict', 'async_hooks', 'buffer', 'console', 'constants', 'crypto'],
  ...['diagnostics_channel', 'dns', 'dns/promises', 'domain', 'events', 'fs', 'fs/promises'],
  ...['http', 'http2', 'https', 'module', 'net', 'os', 'path', 'path/posix', 'path/win32'],
  ...['perf_hooks', 'process', 'punycode', 'querystring', 'readline', 'readline/promises'],
  ...['stream', 'stream/consumers', 'stream/promises', 'stream/web', 'string_decoder', 'sys'],
  ...['timers', 'timers/promises', 'tls', 'tty', 'url', 'util', 'util/types', 'v8', 'vm', 'zlib'],
  // Fetch looks up parts of it; the one way to start a thread is closed by itself.
  'worker_threads',
  // Looked at by every server; forking is a child process, which is not permitted.
  'cluster',
]);

/** Modules that Node has and does not list. `node:sqlite` opens any file, permitted or not. */
const unlisted = ['node:sqlite', 'node:ffi', 'node:sea', 'node:test', 'node:quic', 'node:vfs'];

/** Exports of every module that is not known to be harmless, those of a later Node included. */
export function closedModules(): readonly (readonly [label: string, exports: object])[] {
  const closed = new Set([...builtinModules.filter(isClosed), ...unlisted]);
  return [...closed].flatMap((name) => {
    const exports = loaded(name);
    return exports === undefined ? [] : [[name, exports] as const];
  });
}

/** A name with an underscore is a part of an open module under its old name. */
function isClosed(name: string): boolean {
  return !name.startsWith('_') && !open.has(name.replace(/^node:/, ''));
}

/** A module that does not load does not load for the plugin either. */
function loaded(name: string): object | undefined {
  try {
    return process.getBuiltinModule(name);
  } catch {
    return undefined;
  }
}
