import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { licencesOf } from './licences.mjs';

/**
 * Packages that stay in node_modules: database drivers, which TypeORM loads from there too,
 * packages with native programs, and optional packages of frameworks.
 */
export const external = [
  'better-sqlite3',
  'pg',
  '@vscode/ripgrep',
  'msgpackr-extract',
  /^@fastify\//,
  /^@nestjs\/(microservices|platform-socket\.io)/,
];

/** Every warning ends a build except the one about a slow machine. */
export const checks = { bundlerTimings: false };

/**
 * Modules that load a package past the bundler. Their package is already in the bundle, and a
 * second copy would have other classes. `null` leaves the module unchanged: it loads external
 * files.
 */
const loaders = {
  '@nestjs/common/utils/load-package.util.js': null,
  '@nestjs/swagger/dist/swagger-ui/swagger-ui.js': null,
  // Its optional native part stays in node_modules.
  'msgpackr/dist/node.cjs': null,
  'msgpackr/node-index.js': null,
  '@nestjs/mapped-types/dist/type-helpers.utils.js': [
    'const require = createRequire(import.meta.url);',
    '',
  ],
  '@nestjs/platform-ws/adapters/ws-adapter.js': [
    `createRequire(import.meta.url)('ws')`,
    `require('ws')`,
  ],
};

/**
 * The bundles: the service, and the command lines, which load little of it. Their chunks stand
 * beside them, because code in both has to find the same files.
 */
const bundles = [
  { entries: ['main'], chunks: 'chunks' },
  {
    entries: ['office', 'brief', 'route', 'plugin', 'models'].map((name) => `cli/${name}`),
    chunks: 'cli',
  },
];

/**
 * Bundles `dist/main.js` with its imports into itself and `dist/chunks/`, and the programs of
 * `dist/cli/` likewise. Every other file of dist/ stays, because threads and child processes are
 * started by path.
 */
export async function bundle(root, out) {
  for (const each of bundles) await bundleTogether(root, out, each);
}

async function bundleTogether(root, out, { entries, chunks }) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name, join(out, `${name}.js`)])),
    platform: 'node',
    external,
    plugins: [
      ownModules(realpathSync(out), entries, chunks),
      packagesLoadedOnce(),
      httpWithoutFetch(),
    ],
    checks,
    onLog: (level, { message }) => level === 'warn' && fail(message),
  });
  const { output } = await build.write({
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: `${chunks}/[name]-[hash].js`,
    // Frameworks read class names.
    keepNames: true,
    // Decorators need what an earlier import has set up, also across chunks.
    strictExecutionOrder: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  for (const { type, fileName } of output) if (type === 'chunk') toAscii(join(out, fileName));
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(join(out, chunks, 'licences.txt'), licencesOf(modules));
}

/**
 * Bundles `main.js` into `service.js` beside it, without packages: these come from the given
 * bundles by name, or from node_modules. Takes a fifth of the time of a whole bundle.
 * @returns the addresses of the bundles that `service.js` imports
 */
export async function bundleForDevelopment(root, out, packages) {
  const build = await rolldown({
    cwd: root,
    input: { service: join(out, 'main.js') },
    platform: 'node',
    plugins: [ownPlaces(realpathSync(out), 'main', 'chunks'), packagesOutside(packages)],
    checks,
    onLog: (level, { message }) => level === 'warn' && fail(message),
  });
  const { output } = await build.write({
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    keepNames: true,
    strictExecutionOrder: true,
  });
  await build.close();
  const imported = output.find(({ isEntry }) => isEntry)?.imports ?? [];
  return imported.filter((address) => address.startsWith('file:'));
}

function packagesOutside(packages) {
  return {
    name: 'packages-outside',
    resolveId: {
      filter: { id: /^[^./\\]/ },
      handler(id, importer) {
        if (importer === undefined) return null;
        const file = packages.get(id);
        return { id: file === undefined ? id : pathToFileURL(file).href, external: true };
      },
    },
  };
}

/**
 * Escapes characters outside ASCII: the engine keeps the text of every loaded file, with two bytes
 * per character if a single one needs them. A backslash before such a character is dropped, because
 * it has no meaning.
 */
function toAscii(file) {
  const code = readFileSync(file, 'utf8');
  if (/\braw`[^`]*[\u0080-\uffff]/.test(code)) fail(`${file} has raw text that is not ASCII`);
  const escaped = code.replaceAll(
    /(\\*)([\u0080-\uffff])/g,
    (_all, slashes, character) =>
      slashes.slice(slashes.length % 2) +
      `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped !== code) writeFileSync(file, escaped);
}

/** Loads compiled files with their source maps; `import.meta.url` stays that of the file. */
function ownModules(out, entries, chunks) {
  const own = new Set(entries.map((name) => join(out, `${name}.js`)));
  return {
    name: 'own-modules',
    load(id) {
      if (!id.startsWith(out + sep)) return null;
      const code = readFileSync(id, 'utf8');
      const map = JSON.parse(readFileSync(`${id}.map`, 'utf8'));
      if (own.has(id)) return { code, map };
      return { code: withUrl(code, id, urlFrom(join(out, chunks), id), this.parse), map };
    },
  };
}

/** The same without source maps, which take half of the time. */
function ownPlaces(out, entry, chunks) {
  return {
    name: 'own-places',
    transform: {
      filter: { code: /import\.meta/ },
      handler(code, id) {
        if (id === join(out, `${entry}.js`)) return null;
        const url = urlFrom(join(out, chunks), id);
        return { code: withUrl(code, id, url, this.parse), map: null };
      },
    },
  };
}

/** Returns the expression with which a chunk names the original file of its code, for `withUrl`. */
function urlFrom(chunks, id) {
  const path = JSON.stringify(relative(chunks, id).replaceAll(sep, '/'));
  return `new URL(${path}, import.meta.url).href`;
}

/** Replaces `import.meta.url` in the code by an expression; strings with these words stay. */
function withUrl(code, id, expression, parse) {
  if (!code.includes('import.meta')) return code;
  let placed = code;
  for (const { start, end, name } of metaPropertiesOf(parse(code)).reverse()) {
    if (name !== 'url') fail(`${id} uses more than import.meta.url`);
    placed = placed.slice(0, start) + expression + placed.slice(end);
  }
  return placed;
}

/**
 * Positions of `import.meta.<name>` in a program, in order; strings with these words are left out.
 */
function metaPropertiesOf(node) {
  if (node === null || typeof node !== 'object') return [];
  if (node.type === 'MemberExpression' && node.object.type === 'MetaProperty') {
    return [{ start: node.start, end: node.end, name: node.property.name }];
  }
  return Object.values(node).flatMap(metaPropertiesOf);
}

/** Refuses a module that loads packages past the bundler and is not listed in `loaders`. */
export function packagesLoadedOnce() {
  return {
    name: 'packages-loaded-once',
    transform(code, id) {
      const [, name] = /[\\/]node_modules[\\/](?!.*[\\/]node_modules[\\/])(.*)$/.exec(id) ?? [];
      if (name === undefined || !code.includes('createRequire(')) return null;
      const loader = loaders[name.replaceAll(sep, '/')];
      if (loader === null) return null;
      if (loader === undefined || !code.includes(loader[0])) fail(`${id} loads packages by itself`);
      return { code: code.replace(...loader), map: null };
    },
  };
}

/**
 * Replaces ES imports of `http` by `require`: the import reads each export, and one of them loads
 * Node's whole `fetch`.
 * Nothing here uses that export.
 */
function httpWithoutFetch() {
  const prefix = '\0builtin:';
  return {
    name: 'http-without-fetch',
    resolveId: (id) => (/^(node:)?http$/.test(id) ? `${prefix}http` : null),
    load: (id) =>
      id.startsWith(prefix)
        ? `module.exports = process.getBuiltinModule('${id.slice(prefix.length)}');`
        : null,
  };
}

export function fail(message) {
  throw new Error(message);
}
