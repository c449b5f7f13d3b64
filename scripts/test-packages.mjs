/**
 * Bundles the packages that most tests need, three thousand modules, into a few files, because
 * every worker of Jest loads them. They are made if missing, in a folder named after their contents.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { checks, external, fail, packagesLoadedOnce } from './bundle.mjs';
import { cachedFolder } from './cached-folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'test-packages');

/**
 * The imports from these packages. They must be all imports of sources and tests, because a package
 * loaded twice has every class twice (test-packages.e2e-spec.ts looks for more).
 */
export const imports = [
  '@agentclientprotocol/sdk',
  '@ai-sdk/anthropic',
  '@ai-sdk/openai',
  '@ai-sdk/openai-compatible',
  '@ai-sdk/provider',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/client/stdio',
  '@modelcontextprotocol/core',
  '@nestjs/common',
  '@nestjs/config',
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/platform-ws',
  '@nestjs/swagger',
  '@nestjs/testing',
  '@nestjs/websockets',
  'bullmq',
  'class-validator',
  'eventsource-parser',
  'execa',
  'express',
  'fast-check',
  'helmet',
  'htmlparser2',
  'ipaddr.js',
  'p-limit',
  'prom-client',
  'rxjs',
  'semver',
  'tar-stream',
  'typeorm',
  'undici',
  'ws',
  'zod',
];

/** The bundled file of each import, by name. */
export async function bundledPackages() {
  const folder = await cachedFolder(cache, fingerprint(), make);
  return new Map(imports.map((name) => [name, join(folder, `${fileOf(name)}.mjs`)]));
}

/** For Jest's `moduleNameMapper`. */
export async function testPackages() {
  const files = [...(await bundledPackages())];
  return Object.fromEntries(files.map(([name, file]) => [`^${RegExp.escape(name)}$`, file]));
}

function fingerprint() {
  const hash = createHash('sha256');
  const madeOf = ['package-lock.json', 'scripts/test-packages.mjs', 'scripts/bundle.mjs'];
  for (const file of madeOf) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

async function make(folder) {
  const named = await Promise.all(imports.map(async (name) => [fileOf(name), await entry(name)]));
  await bundle(Object.fromEntries(named), folder);
}

const fileOf = (name) => name.replaceAll(/[^\w.-]/g, '_');

/** A module with the exports that Node finds in the package; a bundler sees fewer. */
async function entry(name) {
  const names = Object.keys(await import(name)).filter((each) => each !== 'module.exports');
  const values = names.map((each, index) => `const v${index} = all[${JSON.stringify(each)}];`);
  const list = names.map((each, index) => `v${index} as ${each}`).join(', ');
  const setUp = name === 'fast-check' ? [propertySeed] : [];
  return [`import * as all from '${name}';`, ...setUp, ...values, `export { ${list} };`].join('\n');
}

/** Bundles each entry (name and text) into a file. */
async function bundle(entries, out) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.keys(entries).map((name) => [name, `entry:${name}`])),
    platform: 'node',
    external: [...external, 'reflect-metadata'],
    plugins: [givenEntries(entries), packagesLoadedOnce()],
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

/** Resolves virtual modules; their imports are looked up from the project root. */
function givenEntries(entries) {
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

/**
 * Property tests use the same cases in every run, unless PROPERTY_SEED is another number or
 * `random`.
 */
const propertySeed = `const seed = process.env.PROPERTY_SEED ?? '1';
if (seed !== 'random') all.configureGlobal({ ...all.readConfigureGlobal(), seed: Number(seed) });`;
