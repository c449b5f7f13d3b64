/** Jest loads every module again for every test file: what is bundled loads sooner. */
import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { checks, external, fail, packagesLoadedOnce, withUrl } from './bundle.mjs';
import { compile } from './compile.mjs';

/**
 * Bundles packages for the tests: each of the entries, by its name with its text, becomes a file.
 * Short, because Jest has the engine parse it for every test file.
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
 * Bundles sources for the tests, with packages left outside: each of the entries, by its path in
 * src/ without the ending, becomes a file that exports what it does. All that an office loads when
 * it starts is in one of them; a module runs when it is first imported.
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
    // What is loaded later is in the one file as well.
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

/** The sources and all that they import, apart from what they load later. */
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

/** Sources as they are compiled for dist/; `import.meta.url` is the source's own. */
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

/** Modules that are no files; what they import is looked up from the project. */
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
