/**
 * Generates docs/api/openapi.json and docs/api/asyncapi.json as the service serves them, the table
 * of docs/configuration.md, and docs/interface-tables.md; with `--check` it fails if a file is not
 * up to date. Starts the application without listening to read its routes.
 */
import '@swc-node/register/esm-register';
import 'reflect-metadata';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';

const source = join(import.meta.dirname, '../src');
const { AppModule } = await import(join(source, 'app.module.ts'));
const { createOfficeApp } = await import(join(source, 'app.setup.ts'));
const { loadConfig } = await import(join(source, 'platform/config/load-config.ts'));
const { createBootContext } = await import(join(source, 'platform/platform.module.ts'));
const { describeApi } = await import(join(source, 'platform/openapi/serve-api-description.ts'));
const { variablesTable } = await import(join(source, 'platform/config/variables-table.ts'));
const { describeSocket } = await import(join(source, 'platform/openapi/describe-socket.ts'));
const { interfaceTables } = await import('./interface-tables.mjs');

const root = join(import.meta.dirname, '..');
const documents = { openapi: await describeHttp(), asyncapi: describeSocket() };
for (const [name, document] of Object.entries(documents)) {
  keep(`docs/api/${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
}
const guide = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
const marks = /(<!-- variables -->)[^]*(<!-- \/variables -->)/;
const table = await format(variablesTable(), { parser: 'markdown', printWidth: 100 });
keep(
  'docs/configuration.md',
  guide.replace(marks, (_, begin, end) => `${begin}\n\n${table}\n${end}`),
);
keep('docs/interface-tables.md', interfaceTables(documents));
process.exit();

/** Writes a file of the repository; with `--check` says if it differs. */
function keep(name, wanted) {
  const file = join(root, name);
  if (!process.argv.includes('--check')) writeFileSync(file, wanted);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error(`${name} is not up to date: npm run schemas`);
    process.exitCode = 1;
  }
}

async function describeHttp() {
  const cwd = mkdtempSync(join(tmpdir(), 'office-contracts-'));
  try {
    const environment = { cwd, env: { OFFICE_DB: ':memory:', OFFICE_LLM_MODE: 'mock', PORT: '0' } };
    const sinks = { out: () => undefined, err: console.error };
    const context = createBootContext(loadConfig(environment), environment, sinks);
    const app = await createOfficeApp(AppModule.on(context), context);
    const document = describeApi(app);
    await app.close();
    return document;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
