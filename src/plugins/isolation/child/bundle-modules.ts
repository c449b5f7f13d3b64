import { builtinModules } from 'node:module';
import path from 'node:path';
import { initSync, parse } from 'cjs-module-lexer';
import type { Exports as CommonJsExports } from 'cjs-module-lexer';
import { exports as packageExports, imports as packageImports } from 'resolve.exports';
import type { Package } from 'resolve.exports';
import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';

/** Text of files by path in the bundle, with `/` as separator and without a leading one. */
export type BundleSources = Readonly<Record<string, string>>;

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
export class BundleModules {
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

function readPackage(text: string | undefined): Package | null {
  if (text === undefined) return null;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null ? (read as Package) : null;
  } catch {
    return null;
  }
}
