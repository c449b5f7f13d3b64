import { fileURLToPath } from 'node:url';
import JestRuntime from 'jest-runtime';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = new URL('../src/', import.meta.url).href;

/** Modules that earlier suites of this worker loaded, as Jest's registries name them. */
const kept = { esm: new Map(), cjs: new Map(), internal: new Map(), sourceMaps: new Map() };

/** The suite at work; what earlier suites loaded asks it for more modules. */
let current;

/**
 * Loads sources and packages once for each worker: Jest would load them again for every suite,
 * which is most of a suite's work. Suites and their helpers are loaded for each suite.
 */
class KeepingRuntime extends JestRuntime {
  #import;
  #importFromCjs;

  constructor(...given) {
    super(...given);
    current = this;
    const { esmLoader, registries, transformCache } = this;
    this.#import = esmLoader.dynamicImport;
    this.#importFromCjs = esmLoader.dynamicImportFromCjs.bind(esmLoader);
    esmLoader.dynamicImport = (...asked) => current.#import(...asked);
    esmLoader.dynamicImportFromCjs = (...asked) => current.#importFromCjs(...asked);
    copy(kept.esm, registries.getActiveEsmRegistry());
    copy(kept.cjs, registries.getActiveCjsRegistry());
    copy(kept.internal, registries.getInternalCjsRegistry());
    copy(kept.sourceMaps, transformCache.getSourceMaps());
  }

  requireModuleOrMock(...asked) {
    if (current !== this) return current.requireModuleOrMock(...asked);
    return super.requireModuleOrMock(...asked);
  }

  requireInternalModule(...asked) {
    if (current !== this) return current.requireInternalModule(...asked);
    return super.requireInternalModule(...asked);
  }

  teardown() {
    const { registries, transformCache } = this;
    copy(registries.getActiveEsmRegistry(), kept.esm, isKept);
    copy(registries.getActiveCjsRegistry(), kept.cjs, isPackage);
    copy(registries.getInternalCjsRegistry(), kept.internal, isStateless);
    copy(transformCache.getSourceMaps(), kept.sourceMaps);
    super.teardown();
  }
}

/** Core modules, packages and sources, once they have run. */
function isKept(url, module) {
  if (module.status !== 'evaluated') return false;
  if (!url.startsWith('file:')) return !url.startsWith('@jest/globals/');
  return isPackage(fileURLToPath(url)) || (url.startsWith(source) && !url.endsWith('.spec.ts'));
}

function isPackage(path) {
  return path.startsWith(root) && path.includes('/node_modules/');
}

/** Modules of Jest itself, except those that hold the state of a suite. */
function isStateless(path) {
  return !path.includes('/node_modules/jest-circus/build/');
}

function copy(from, to, isWanted = () => true) {
  for (const [name, value] of from) if (isWanted(name, value)) to.set(name, value);
}

// Jest loads it with `require`.
export { KeepingRuntime as 'module.exports' };
