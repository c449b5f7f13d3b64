/**
 * Bundles packages and sources for the tests: Jest loads every module again for every test file,
 * and a bundle loads faster.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { checks, external, fail, packagesLoadedOnce, withUrl } from './bundle.mjs';
import { compile } from './compile.mjs';

/**
 * Bundles packages for the tests. Each entry (name and text) becomes a file.
 * Minified, because Jest parses it for every test file.
 */
export async function bundlePackages(root, entries, out) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.keys(entries).map((name) => [name, `entry:${name}`])),
    platform: 'node',
    external: [...external, 'reflect-metadata'],
    plugins: [givenEntries(root, entries), packagesLoadedOnce()],
    checks,
    onLog: (level, { message }) => level === 'warn' && fail(message),
  });
  await build.write({
    dir: out,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    keepNames: true,
    strictExecutionOrder: true,
    comments: false,
    minify: { compress: false, mangle: true, codegen: { removeWhitespace: true } },
  });
  await build.close();
}

/**
 * Bundles sources for the tests; packages stay outside. Each entry (path in src/ without extension)
 * becomes a file with the same exports. One of the files has everything that the office loads at
 * its start; a module runs when it is first imported.
 */
export async function bundleSources(root, entries, out) {
  const source = join(root, 'src');
  const office = loadedWith(source, ['app.module', 'app.setup']);
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name, join(source, `${name}.ts`)])),
    platform: 'node',
    external: (id) => !/^[./]/.test(id),
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [compiledSources(source)],
    // Modules loaded later with `import()` are in the same file.
    checks: { ...checks, ineffectiveDynamicImport: false },
    onLog: (level, { message }) => level === 'warn' && fail(message),
  });
  await build.write({
    dir: out,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    keepNames: true,
    strictExecutionOrder: true,
    comments: false,
    codeSplitting: { groups: [{ name: 'office', test: (id) => office.has(id) }] },
  });
  await build.close();
}

/** The sources and all their static imports. */
function loadedWith(source, entries) {
  const loaded = new Set(entries.map((name) => join(source, `${name}.ts`)));
  for (const file of loaded) {
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;']*?'([.#][^']+)\.js';$/gm,
    );
    for (const [, name] of imports) {
      const path = name.startsWith('#') ? join(source, name.slice(1)) : join(dirname(file), name);
      loaded.add(`${path}.ts`);
    }
  }
  return loaded;
}

/** Compiles sources as for dist/; `import.meta.url` is that of the source. */
function compiledSources(source) {
  return {
    name: 'compiled-sources',
    load(id) {
      if (!id.startsWith(source + sep) || !id.endsWith('.ts')) return null;
      const { code } = compile(id, readFileSync(id, 'utf8'), source);
      const url = JSON.stringify(pathToFileURL(id).href);
      return { code: withUrl(code, id, url, this.parse), moduleType: 'js' };
    },
  };
}

/** Resolves virtual modules; their imports are looked up from the project root. */
function givenEntries(root, entries) {
  const prefix = '\0entry:';
  return {
    name: 'given-entries',
    resolveId(id, importer) {
      if (id.startsWith('entry:')) return `\0${id}`;
      return importer?.startsWith(prefix) ? this.resolve(id, join(root, 'package.json')) : null;
    },
    load: (id) => (id.startsWith(prefix) ? entries[id.slice(prefix.length)] : null),
  };
}
