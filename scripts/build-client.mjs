/**
 * Builds the client as its own package in dist/client: its JavaScript and declarations, the parts
 * of the protocol that it uses, a package.json and the licence. It contains no server code and has
 * no dependencies.
 */
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist', 'client');

/**
 * Replaces what the service's build left there with the package.
 * @throws with the compiler's errors
 */
export function buildClient() {
  const unfinished = join(root, 'dist', '.client-package');
  const { options, fileNames, errors } = readConfiguration();
  rmSync(unfinished, { recursive: true, force: true });
  const emitted = ts.createProgram(fileNames, options).emit(undefined, (file, text) => {
    write(unfinished, relative(options.outDir, file).split(sep), text);
  });
  const problems = [...errors, ...emitted.diagnostics];
  if (problems.length > 0) throw new Error(problems.map(textOf).join('\n'));
  writeFileSync(join(unfinished, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(unfinished, 'LICENSE'));
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}

const textOf = ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n');

function readConfiguration() {
  const { config } = ts.readConfigFile(join(root, 'config/tsconfig.client.json'), ts.sys.readFile);
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    join(root, 'config'),
  );
  const emitting = { noEmit: false, declaration: true, outDir: join(root, 'dist/.client') };
  return { options: { ...options, ...emitting }, fileNames, errors };
}

/** `client/` becomes the root of the package; `protocol/` moves into it. */
function write(package_, [top, ...rest], text) {
  const path = top === 'client' ? rest : [top, ...rest];
  const target = join(package_, ...path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, top === 'client' ? withProtocolInside(text) : text);
}

/** Shortens imports by one level, because `protocol/` moved into the folder of the client. */
function withProtocolInside(text) {
  return text.replaceAll(/(["'])\.\.\/((?:\.\.\/)*)protocol\//g, (_, quote, up) => {
    return `${quote}${up === '' ? './' : up}protocol/`;
  });
}

function manifest() {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name: 'office-orchestration-client',
    version,
    description: 'Typed client of the Office Orchestration Service, for Node and browsers.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=18' },
    exports: {
      '.': { types: './office.d.ts', default: './office.js' },
      './*': { types: './*.d.ts', default: './*.js' },
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildClient();
