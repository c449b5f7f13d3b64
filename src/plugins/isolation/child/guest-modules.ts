import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';
import { BundleModules } from './bundle-modules.js';
import type { BundleSources } from './bundle-modules.js';

/**
 * Prefix of the service's modules inside the machine, named by their path in the build. Files of a
 * bundle with such a name are not found.
 */
const scheme = 'office:';

const buildDirectory = fileURLToPath(new URL('../../../', import.meta.url));

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** A module for the guest's `require`: JSON with these fields. */
interface Required {
  readonly file: string;
  readonly format: string;
  readonly source: string;
}

/** Modules for the guest's `import` and `require`: files of its bundle, and the API. */
export class GuestModules {
  private bundle = new BundleModules({});

  use(sources: BundleSources): void {
    const own = Object.entries(sources).filter(([file]) => !file.startsWith(scheme));
    this.bundle = new BundleModules(Object.fromEntries(own));
  }

  /** The full name of an imported module. @throws Error for the guest */
  normalize(from: string, specifier: string): string {
    if (!from.startsWith(scheme)) return this.bundle.resolve(from, specifier, 'import');
    if (specifier.startsWith('.')) {
      const directory = path.posix.dirname(from.slice(scheme.length));
      return scheme + path.posix.join(directory, specifier);
    }
    // The machine's start names the first module; the API names the bundle's entry.
    return specifier;
  }

  /** A module's text as an ES module. */
  load(name: string): string {
    if (name.startsWith(scheme)) {
      return readFileSync(path.join(buildDirectory, name.slice(scheme.length)), 'utf8');
    }
    switch (this.bundle.format(name)) {
      case 'module':
        return this.bundle.source(name);
      case 'json':
        return `export default ${this.bundle.source(name)}`;
      case 'commonjs':
        return this.wrapped(name);
    }
  }

  /** The result of `require` in a CommonJS module. @throws Error for the guest */
  required(from: string, specifier: string): string {
    const file = specifier === '' ? from : this.bundle.resolve(from, specifier, 'require');
    const format = this.bundle.format(file);
    if (format === 'module') throw new Error(pluginCodeTexts.requireOfModule(specifier, from));
    return JSON.stringify({ file, format, source: this.bundle.source(file) } satisfies Required);
  }

  /** A CommonJS module wrapped as an ES module: the whole as default, known exports by name. */
  private wrapped(name: string): string {
    const names = this.bundle.exportNames(name).filter(isExportable);
    const file = JSON.stringify(name);
    const parts = names.map((exported, at) => `const e${at} = whole[${JSON.stringify(exported)}];`);
    const list = names.map((exported, at) => `e${at} as ${exported}`);
    return [
      `const whole = globalThis[Symbol.for('office.require')](${file});`,
      'export default whole;',
      ...parts,
      `export { ${list.join(', ')} };`,
    ].join('\n');
  }
}

function isExportable(name: string): boolean {
  return name !== 'default' && identifier.test(name);
}
