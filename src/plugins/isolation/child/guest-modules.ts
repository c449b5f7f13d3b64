import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Exports as CommonJsExports, initSync, parse } from 'cjs-module-lexer';
import {
  exports as packageExports,
  imports as packageImports,
  type Package,
} from 'resolve.exports';
import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';

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

/** Text of files by path in the bundle, with `/` as separator and without a leading one. */
type BundleSources = Readonly<Record<string, string>>;

/** How the module is requested, which selects a package's variant. */
type ImportKind = 'import' | 'require';

type ModuleFormat = 'module' | 'commonjs' | 'json';

/** Suffixes tried for `./lib`, in this order. */
const endings = ['', '.mjs', '.js', '.cjs', '.json', '/index.mjs', '/index.js', '/index.cjs'];

const builtins: ReadonlySet<string> = new Set(builtinModules);

/**
 * Resolves modules among a bundle's files by Node's rules for relative paths, `node_modules`,
 * `exports` and `imports`. Never looks outside the bundle.
 */
class BundleModules {
  private readonly files: ReadonlyMap<string, string>;
  private readonly packages = new Map<string, Package | null>();

  constructor(sources: BundleSources) {
    this.files = new Map(Object.entries(sources));
  }

  /** @throws Error if there is no such file. */
  source(file: string): string {
    const text = this.files.get(file);
    if (text === undefined) throw new Error(pluginCodeTexts.moduleMissing(file));
    return text;
  }

  /**
   * Resolves a module's specifier to a file.
   * @throws Error naming what is missing; for a Node built-in, also the replacement
   */
  resolve(from: string, specifier: string, kind: ImportKind): string {
    const found = this.find(from, specifier, kind);
    if (found !== undefined) return found;
    const builtin = specifier.replace(/^node:/, '');
    if (specifier.startsWith('node:') || builtins.has(builtin)) {
      throw new Error(pluginCodeTexts.noNodeModule(specifier, from));
    }
    throw new Error(pluginCodeTexts.moduleUnresolved(specifier, from));
  }

  format(file: string): ModuleFormat {
    if (file.endsWith('.json')) return 'json';
    if (file.endsWith('.mjs')) return 'module';
    if (file.endsWith('.cjs')) return 'commonjs';
    const type: unknown = this.packageOf(file)?.type;
    if (type === undefined) return isModule(this.source(file)) ? 'module' : 'commonjs';
    return type === 'module' ? 'module' : 'commonjs';
  }

  /** Exports of a CommonJS module, as far as its text shows them. */
  exportNames(file: string, seen = new Set<string>()): readonly string[] {
    if (seen.has(file)) return [];
    seen.add(file);
    const { exports: own, reexports } = lexed(this.source(file));
    const others = reexports.flatMap((specifier) => {
      const target = this.find(file, specifier, 'require');
      return target !== undefined && this.format(target) === 'commonjs'
        ? this.exportNames(target, seen)
        : [];
    });
    return [...new Set([...own, ...others])];
  }

  private find(from: string, specifier: string, kind: ImportKind): string | undefined {
    if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
      return this.existing(path.posix.join(path.posix.dirname(from), specifier));
    }
    if (specifier.startsWith('#')) return this.internal(from, specifier, kind);
    if (specifier.startsWith('/') || /^[a-z]+:/i.test(specifier)) return undefined;
    return this.inPackage(from, specifier, kind);
  }

  private existing(candidate: string): string | undefined {
    const base = path.posix.normalize(candidate).replace(/\/$/, '');
    return endings.map((ending) => base + ending).find((file) => this.files.has(file));
  }

  private internal(from: string, specifier: string, kind: ImportKind): string | undefined {
    const root = this.packageRoot(from);
    const manifest = this.manifestOf(root);
    if (manifest === null) return undefined;
    const targets = mapped(() => packageImports(manifest, specifier, conditions(kind)));
    return this.firstOf(root, targets);
  }

  private inPackage(from: string, specifier: string, kind: ImportKind): string | undefined {
    const parts = specifier.split('/');
    const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
    const inside = specifier.slice(name.length + 1);
    for (let above = path.posix.dirname(from); ; above = path.posix.dirname(above)) {
      const root = path.posix.join(above, 'node_modules', name);
      const manifest = this.manifestOf(root);
      if (manifest !== null) return this.entryOf(root, manifest, inside, kind);
      const bare = this.existing(path.posix.join(root, inside));
      if (bare !== undefined) return bare;
      if (above === '.') return undefined;
    }
  }

  private entryOf(
    root: string,
    manifest: Package,
    inside: string,
    kind: ImportKind,
  ): string | undefined {
    if (manifest.exports !== undefined) {
      const entry = inside === '' ? '.' : `./${inside}`;
      const targets = mapped(() => packageExports(manifest, entry, conditions(kind)));
      return this.firstOf(root, targets);
    }
    if (inside !== '') return this.existing(path.posix.join(root, inside));
    const main = [kind === 'import' ? manifest.module : undefined, manifest.main, 'index'].find(
      (entry) => typeof entry === 'string' && entry !== '',
    );
    return this.existing(path.posix.join(root, String(main)));
  }

  private firstOf(root: string, targets: readonly string[]): string | undefined {
    return targets
      .map((target) => path.posix.join(root, target))
      .find((file) => this.files.has(file));
  }

  private packageOf(file: string): Package | null {
    return this.manifestOf(this.packageRoot(file));
  }

  /** The nearest directory above the file with a `package.json`, or the package's root. */
  private packageRoot(file: string): string {
    let directory = path.posix.dirname(file);
    while (!isTop(directory) && this.manifestOf(directory) === null) {
      directory = path.posix.dirname(directory);
    }
    return directory;
  }

  private manifestOf(directory: string): Package | null {
    const file = path.posix.join(directory, 'package.json');
    const known = this.packages.get(file);
    if (known !== undefined) return known;
    const manifest = readPackage(this.files.get(file));
    this.packages.set(file, manifest);
    return manifest;
  }
}

/** `browser` instead of `node`: the variant without Node. */
function conditions(kind: ImportKind): { browser: true; require: boolean } {
  return { browser: true, require: kind === 'require' };
}

function isTop(directory: string): boolean {
  return directory === '.' || path.posix.basename(directory) === 'node_modules';
}

/** The library throws if a package does not offer the request. */
function mapped(look: () => readonly string[] | undefined | void): readonly string[] {
  try {
    return look() ?? [];
  } catch {
    return [];
  }
}

/** The CommonJS lexer throws on the syntax of ES modules. */
function isModule(text: string): boolean {
  try {
    lexed(text);
    return false;
  } catch {
    return true;
  }
}

function lexed(text: string): CommonJsExports {
  initSync();
  return parse(text);
}

/** Not zod, whose loading would delay the start of each plugin's process. */
function readPackage(text: string | undefined): Package | null {
  if (text === undefined) return null;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Package) : null;
  } catch {
    return null;
  }
}
