/** Names of a new plugin. */
interface NewPlugin {
  readonly id: string;
  readonly name: string;
}

/** Contents by name. */
type NewPluginFiles = Readonly<
  Record<'plugin.json' | 'index.mjs' | 'office-plugin.d.ts' | 'README.md', string>
>;

/**
 * Files of a new plugin: one tool, one event, one setting.
 * @param types text of `office-plugin.d.ts`
 */
export function newPluginFiles({ id, name }: NewPlugin, types: string): NewPluginFiles {
  return {
    'plugin.json': `${JSON.stringify(manifest(id, name), null, 2)}\n`,
    'index.mjs': entryModule,
    'office-plugin.d.ts': types,
    'README.md': readme(name),
  };
}

/**
 * Names a plugin after its folder: `my-first-plugin` becomes My First Plugin with an id that ends
 * in the folder's name. A folder without Latin letters keeps its name. Null: neither letters nor
 * digits.
 */
export function nameNewPlugin(folder: string): NewPlugin | null {
  const slug = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (slug === '') {
    return /[\p{L}\p{N}]/u.test(folder) ? { id: 'com.example.plugin', name: folder } : null;
  }
  const words = slug.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { id: `com.example.${slug}`.slice(0, 64), name: words.join(' ') };
}

function manifest(id: string, name: string): object {
  return {
    id,
    name,
    version: '0.1.0',
    description: 'Counts the words of a text.',
    apiVersion: '1',
    license: 'MIT',
    entry: 'index.mjs',
    permissions: ['tools', 'events', 'settings'],
    contributes: { toolNames: ['count_words'] },
    settings: [
      {
        key: 'announceRuns',
        label: 'Announce runs',
        type: 'boolean',
        description: 'Writes a line to the log when a run ends.',
        default: true,
      },
    ],
  };
}

const entryModule = `// @ts-check

/**
 * Called once, when the plugin is turned on or its settings change.
 * @param {import('./office-plugin.js').PluginApi} api
 */
export function activate(api) {
  api.registerTool({
    name: 'count_words',
    description: 'Counts the words of a text, or of a file in the workspace.',
    parameters: {
      type: 'object',
      properties: {
        text: { type: 'string', description: 'The text itself.' },
        path: { type: 'string', description: 'A file to read instead.' },
      },
    },
    async run({ text, path }, { files }) {
      const source = typeof path === 'string' ? await files.read(path) : String(text ?? '');
      const words = source.match(/\\S+/g) ?? [];
      const content = \`\${words.length} word(s)\`;
      return { ok: true, content, preview: content };
    },
  });

  if (api.settings.announceRuns) {
    api.on('run.updated', (event) => {
      const run = /** @type {{ id: string, status: string, endedAt: number | null }} */ (event.run);
      if (run.endedAt !== null) api.log('info', \`\${run.id} ended: \${run.status}\`);
    });
  }
}

/** Called before the plugin is turned off. Leave it out when there is nothing to tidy up. */
export function deactivate() {}
`;

function readme(name: string): string {
  return `# ${name}

What it does, what it needs, and what it may cost. Shown to people who look at the marketplace.
`;
}
