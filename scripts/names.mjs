/**
 * `node scripts/names.mjs [folder of src]`: counts names, files with one importer, and lines of
 * functions, specs apart.
 * `node scripts/names.mjs --own [folder]`: lists exported names that only their own file uses,
 * counting imports from the whole repository.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const listsOwn = process.argv.includes('--own');
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? 'src';
const isIn = (path) => path.startsWith(`${folder}/`);

const sources = filesOf('src/**/*.ts').filter((path) => !path.endsWith('.spec.ts'));
const resolutions = ts.createModuleResolutionCache(root, (path) => path);
const byPath = new Map(sources.map((path) => [path, parsed(path)]));

if (listsOwn) printOwn();
else printFigures();

function filesOf(...patterns) {
  return globSync(patterns, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).toSorted();
}

function parsed(path) {
  const text = readFileSync(join(root, path), 'utf8');
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function printFigures() {
  const files = [...byPath.values()].filter(({ fileName }) => isIn(fileName));
  const lines = sum(files.map(linesOf));
  const names = sum(files.map((file) => exportedNames(file).length));
  const importers = importersOfFiles();
  const single = files.filter(({ fileName }) => importers.get(fileName)?.size === 1).length;
  const lengths = files.flatMap(functionLengths).toSorted((a, b) => a - b);
  const share = (part) => lengths[Math.ceil(lengths.length * part) - 1] ?? 0;
  const rows = {
    files: files.length,
    lines,
    'exported names': names,
    'exported names for 1,000 lines': ((names / lines) * 1000).toFixed(1),
    'files with one importer': `${single} (${((single / files.length) * 100).toFixed(1)} %)`,
    functions: lengths.length,
    'lines of a function (50, 90, 99 %)': [share(0.5), share(0.9), share(0.99)].join(' / '),
  };
  for (const [label, value] of Object.entries(rows)) console.log(`${label.padEnd(36)}${value}`);
}

function printOwn() {
  const outside = ['test', 'bench', 'evals', 'console', 'scripts', 'plugins', 'deploy', '.'].map(
    (place) => (place === '.' ? '*.{ts,mjs,cjs}' : `${place}/**/*.{ts,tsx,mts,mjs}`),
  );
  const others = filesOf('src/**/*.spec.ts', ...outside).map(parsed);
  const used = usedNames([...byPath.values(), ...others]);
  for (const file of byPath.values()) {
    if (!isIn(file.fileName) || used.has(`${file.fileName} *`)) continue;
    for (const name of exportedNames(file)) {
      if (!used.has(`${file.fileName} ${name}`)) console.log(`${file.fileName}\t${name}`);
    }
  }
}

function linesOf({ text }) {
  return text.split('\n').length - 1;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function exportedNames(file) {
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause: clause } = statement;
      if (clause === undefined) return ['*'];
      return ts.isNamedExports(clause)
        ? clause.elements.map(({ name }) => name.text)
        : [clause.name.text];
    }
    if (ts.isExportAssignment(statement)) return ['default'];
    const isExported = statement.modifiers?.some(
      ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
    );
    if (!isExported) return [];
    return ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap(({ name }) => boundNames(name))
      : [statement.name?.text ?? 'default'];
  });
}

function boundNames(name) {
  return ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => ('name' in element ? boundNames(element.name) : []));
}

/** Maps each file of src to the files of src that import it. */
function importersOfFiles() {
  const importers = new Map();
  for (const file of byPath.values()) {
    for (const { path } of importsOf(file)) {
      const known = importers.get(path) ?? new Set();
      importers.set(path, known.add(file.fileName));
    }
  }
  return importers;
}

function usedNames(files) {
  const all = files.flatMap((file) => importsOf(file));
  return new Set(all.flatMap(({ path, names }) => names.map((name) => `${path} ${name}`)));
}

/** The paths and names that a file imports from src; `*` stands for all. */
function importsOf(file) {
  const found = [];
  const add = ({ text }, names) => {
    const path = pathOf(file.fileName, text);
    if (path !== undefined) found.push({ path, names });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, namesIn(node.importClause?.namedBindings));
    else if (ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier) add(node.moduleSpecifier, namesIn(node.exportClause));
    } else if (ts.isImportTypeNode(node))
      add(node.argument.literal, [node.qualifier?.getText() ?? '*']);
    else if (ts.isStringLiteralLike(node)) add(node, ['*']);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function namesIn(bindings) {
  return bindings?.elements?.map(({ name, propertyName }) => (propertyName ?? name).text) ?? ['*'];
}

/** The imported file of src; scripts refer to it by its path below src or in dist. */
function pathOf(importer, specifier) {
  if (byPath.has(`src/${specifier}`)) return `src/${specifier}`;
  if (!/^(?:#|\.\.?\/)/.test(specifier)) return undefined;
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const from = join(root, importer);
  const { resolvedModule } = ts.resolveModuleName(specifier, from, options, ts.sys, resolutions);
  const target = resolvedModule?.resolvedFileName ?? join(dirname(from), specifier);
  const path = relative(root, target)
    .replace(/^dist\//, 'src/')
    .replace(/\.js$/, '.ts');
  return byPath.has(path) ? path : undefined;
}

/** Number of lines of every function, method, accessor and arrow function. */
function functionLengths(file) {
  const lengths = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const lineAt = (position) => file.getLineAndCharacterOfPosition(position).line;
      lengths.push(lineAt(node.end) - lineAt(node.getStart()) + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lengths;
}
