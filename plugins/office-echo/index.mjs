/**
 * Office Echo: the smallest plugin with code. Copy this directory, give it an id of your own, and
 * change one thing at a time. No dependencies are installed for a plugin, and nothing of Node is
 * there: what it needs besides the globals of docs/plugins.md, it brings along.
 */

/**
 * Called once, when the plugin is turned on or its settings change.
 * @param {import('../office-plugin.js').PluginApi} api
 */
export function activate(api) {
  const { prefix, announceRuns } = api.settings;

  api.registerTool({
    name: 'echo',
    description: 'Says a text back, so that you can see that plugins work.',
    parameters: {
      type: 'object',
      properties: { text: { type: 'string', description: 'What to say back.' } },
      required: ['text'],
    },
    async run({ text }, { log }) {
      if (typeof text !== 'string' || text.trim() === '') {
        return { ok: false, content: 'There is nothing to echo: "text" is empty.' };
      }
      log('debug', `echoing ${text.length} character(s)`);
      return {
        ok: true,
        content: `${prefix}: ${text}`,
        preview: `echoed ${text.length} character(s)`,
      };
    },
  });

  if (announceRuns) {
    api.on('run.created', (event) => {
      const run = /** @type {{ id: string }} */ (event.run);
      api.log('info', `a run was created: ${run.id}`);
    });
  }
}

/** Called before the plugin is turned off. There is nothing to tidy up here. */
export function deactivate() {}
