/**
 * Makes the documents of the two doors, docs/api/openapi.json and docs/api/asyncapi.json, as the
 * service serves them, and the table of docs/configuration.md; with `--check` it fails when a file is not up to date. The routes are taken
 * from the application itself, which is started without listening.
 */
import '@swc-node/register/esm-register';
import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';

const source = join(import.meta.dirname, '../src');
const { AppModule } = await import(join(source, 'app.module.ts'));
const { createOfficeApp } = await import(join(source, 'app.setup.ts'));
const { loadConfig } = await import(join(source, 'platform/config/load-config.ts'));
const { createBootContext } = await import(join(source, 'platform/platform.module.ts'));
const { describeApi } = await import(join(source, 'platform/openapi/describe-api.ts'));
const { variablesTable } = await import(join(source, 'platform/config/variables-table.ts'));
const { describeSocket } = await import(join(source, 'platform/openapi/describe-socket.ts'));

const documents = { openapi: await describeHttp(), asyncapi: describeSocket() };
const folder = join(import.meta.dirname, '../docs/api');
for (const [name, document] of Object.entries(documents)) {
  const file = join(folder, `${name}.json`);
  const wanted = `${JSON.stringify(document, null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, wanted);
  else if (readFileSync(file, 'utf8') !== wanted) {
    console.error(`docs/api/${name}.json is not up to date: npm run schemas`);
    process.exitCode = 1;
  }
}
const guide = join(import.meta.dirname, '../docs/configuration.md');
const written = readFileSync(guide, 'utf8');
const marks = /(<!-- variables -->)[^]*(<!-- \/variables -->)/;
const table = await format(variablesTable(), { parser: 'markdown', printWidth: 100 });
const fresh = written.replace(marks, (_, begin, end) => `${begin}\n\n${table}\n${end}`);
if (!process.argv.includes('--check')) writeFileSync(guide, fresh);
else if (fresh !== written) {
  console.error('docs/configuration.md is not up to date: npm run schemas');
  process.exitCode = 1;
}
process.exit();

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
