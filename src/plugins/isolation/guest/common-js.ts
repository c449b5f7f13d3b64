import { host } from './host.js';

interface Required {
  readonly file: string;
  readonly format: 'commonjs' | 'json';
  readonly source: string;
}

interface CommonJsModule {
  exports: unknown;
}

type ModuleFunction = (
  exports: unknown,
  require: (specifier: string) => unknown,
  module: CommonJsModule,
) => void;

const loaded = new Map<string, CommonJsModule>();

/** Runs a CommonJS module once. A cyclic require sees the exports so far. */
function exportsOf(required: Required): unknown {
  const { file, format, source } = required;
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const module: CommonJsModule = { exports: {} };
  loaded.set(file, module);
  try {
    if (format === 'json') module.exports = JSON.parse(source);
    else run(file, source, module);
  } catch (error) {
    loaded.delete(file);
    throw error;
  }
  return module.exports;
}

function run(file: string, source: string, module: CommonJsModule): void {
  const body = source.replace(/^#!.*/, '');
  const parameters = ['exports', 'require', 'module'];
  // The machine is the boundary: compiled code has no further rights.
  const compiled = Reflect.construct(Function, [
    ...parameters,
    `${body}
//# sourceURL=${file}`,
  ]) as ModuleFunction;
  const require = (specifier: string): unknown => exportsOf(look(file, String(specifier)));
  compiled.call(module.exports, module.exports, require, module);
}

function look(from: string, specifier: string): Required {
  return JSON.parse(host.require(from, specifier)) as Required;
}

/** Used by the wrapper of a CommonJS module among ES modules (`child/guest-modules.ts`). */
Reflect.set(globalThis, Symbol.for('office.require'), (file: string) => exportsOf(look(file, '')));
