import { afterAll, beforeAll } from '@jest/globals';
import { PluginTrial } from './run-plugin.js';
import type { PluginOnTrial } from './run-plugin.js';

/** Evaluates the given code and returns its result, or the message of a refusal. */
const probe = `
  export function activate(api) {
    api.registerTool({ name: 'probe', async run({ source }, context) {
      try {
        const value = await new (async () => {}).constructor('context', 'api', source)(context, api);
        return { ok: true, content: String(value) };
      } catch (error) {
        return { ok: false, content: error.name + ': ' + error.message };
      }
    } });
  }`;

/**
 * A plugin that evaluates any code, for the tests of the surrounding `describe`.
 * @param workspaceRoot workspace of its calls
 * @returns the result of a piece of code
 */
export function probePlugin(
  workspaceRoot: () => string,
  options: PluginOnTrial = {},
): (source: string) => Promise<string> {
  let trial: PluginTrial;
  beforeAll(async () => {
    trial = await new PluginTrial().start(probe, options);
  });
  afterAll(() => trial.end());
  return async (source) =>
    (await trial.run({ source }, { workspaceRoot: workspaceRoot() })).content;
}
