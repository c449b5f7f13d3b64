import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export type ManifestFields = Readonly<Record<string, unknown>>;

/** A valid manifest; a test names only the fields that matter to it. */
export function manifestOf(fields: ManifestFields = {}): ManifestFields {
  return {
    id: 'test.sample',
    name: 'Sample',
    version: '1.0.0',
    description: 'A plugin of a test.',
    apiVersion: '1',
    ...fields,
  };
}

/** A valid manifest of a plugin with code. */
export function codeManifestOf(fields: ManifestFields = {}): ManifestFields {
  return manifestOf({ entry: 'index.mjs', permissions: ['tools', 'events'], ...fields });
}

/** A plugin as files. */
export interface PluginSource {
  readonly manifest: ManifestFields | string;
  /** Contents by path; a plugin with code includes `index.mjs`. */
  readonly files?: Readonly<Record<string, string>>;
}

export function filesOf({ manifest, files = {} }: PluginSource): Readonly<Record<string, string>> {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  return { 'plugin.json': text, ...files };
}

/** Writes a plugin into a directory, over existing files. */
export async function putPlugin(directory: string, source: PluginSource): Promise<void> {
  for (const [name, content] of Object.entries(filesOf(source))) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** An entry module that registers one tool with the given body. */
export function toolModule(name: string, body: string): string {
  return `export function activate(api) {
    api.registerTool({
      name: ${JSON.stringify(name)},
      description: 'A tool of a test.',
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
      async run(args, context) { ${body} },
    });
  }`;
}
