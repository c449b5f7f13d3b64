/** Compiles TypeScript to JavaScript file by file, as `isolatedModules` allows. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { transformSync } from 'rolldown/utils';

const options = {
  lang: 'ts',
  sourcemap: true,
  // The oldest supported Node has the whole language.
  target: 'esnext',
  decorator: { legacy: true, emitDecoratorMetadata: true },
  // tsconfig.json is not read: the options that matter are above.
  tsconfig: false,
};

/** The helper functions that compiled decorators call, by name, as `tslib` defines them. */
const helpers = {
  decorate: '__decorate',
  decorateMetadata: '__metadata',
  decorateParam: '__param',
};

/** The path in `out` of a compiled file of `source`. */
export function compiledPath(file, source, out) {
  return join(out, relative(source, file)).replace(/\.ts$/, '.js');
}

/**
 * Compiles a file of `source` to `out`, with its source map.
 * @throws with the compiler's errors
 */
export function compileFile(file, source, out) {
  const target = compiledPath(file, source, out);
  const { code, map } = compile(file, readFileSync(file, 'utf8'), source);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
  writeFileSync(
    `${target}.map`,
    JSON.stringify({ ...map, sources: [relative(dirname(target), file)] }),
  );
}

/**
 * Compiles a file of `source`; subpath imports become relative, so that the code runs in any
 * folder.
 * @throws with the compiler's errors
 */
export function compile(name, text, source) {
  const { code, map, errors } = transformSync(name, text, options);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return { code: withRelativeImports(withHelpers(name, code), name, source), map };
}

/** Replaces `#runs/…` of package.json by the relative path of `src/runs/…`. */
function withRelativeImports(code, name, source) {
  const statement = /^((?:import|export)\b(?:[^;"]*?\bfrom)?\s*")#([^"]+)(";)$/gm;
  return code.replaceAll(statement, (_, before, path, after) => {
    const target = relative(dirname(name), join(source, path)).replaceAll(sep, '/');
    return before + (target.startsWith('.') ? target : `./${target}`) + after;
  });
}

/** Adds the helpers; each import stays on its line, so that the source map fits. */
function withHelpers(name, code) {
  const helperImport = /^import (\w+) from "@oxc-project\/runtime\/helpers\/(\w+)";$/gm;
  return code.replaceAll(helperImport, (_, local, helper) => {
    if (!Object.hasOwn(helpers, helper)) {
      throw new Error(`${name} needs ${helper}, which this build does not have`);
    }
    return `import { ${helpers[helper]} as ${local} } from "tslib";`;
  });
}
