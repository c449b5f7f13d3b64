/**
 * `npm run build`: compiles src/ to dist/ from scratch, file by file and without checking types
 * (`npm run typecheck` does), so that it takes seconds and needs no type declarations. The client
 * becomes a package (build-client.mjs), and what starting loads is bundled (bundle.mjs). Leaves a
 * marker that dates the build by its beginning, so that a file saved meanwhile counts as newer.
 */
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { buildClient } from './build-client.mjs';
import { marker } from './built.mjs';
import { bundle } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist');

await build();

async function build() {
  const startedAt = new Date();
  const { options, files, problems } = readConfiguration();
  rmSync(out, { recursive: true, force: true });
  for (const file of files) problems.push(...compile(file, options));
  problems.push(...buildClient(root, out));
  if (problems.length > 0) return refuse(problems);
  await bundle(root, out);
  writeFileSync(marker, '');
  utimesSync(marker, startedAt, startedAt);
}

/** One file can be compiled without the others because `isolatedModules` holds for all of them. */
function readConfiguration() {
  const { config, error } = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root);
  // A single file does not know that package.json makes it an ES module.
  const format = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const problems = error === undefined ? parsed.errors : [error];
  return { options: { ...parsed.options, ...format }, files: parsed.fileNames, problems };
}

/** Writes one file and its source map. */
function compile(file, compilerOptions) {
  const target = join(out, relative(join(root, 'src'), file)).replace(/\.ts$/, '.js');
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(
    readFileSync(file, 'utf8'),
    { fileName: file, compilerOptions, reportDiagnostics: true },
  );
  const map = { ...JSON.parse(sourceMapText), sources: [relative(dirname(target), file)] };
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
  writeFileSync(`${target}.map`, JSON.stringify(map));
  return diagnostics;
}

function refuse(problems) {
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  };
  process.stderr.write(ts.formatDiagnostics(problems, host));
  process.exitCode = 1;
}
