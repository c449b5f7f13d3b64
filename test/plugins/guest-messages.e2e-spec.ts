import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdir, readdir } from 'node:fs/promises';
import { readMessage } from '../../src/plugins/isolation/messages.js';
import { isToolNameOf } from '../../src/plugins/tools/namespaced-name.js';
import { toolParameters } from '../../src/plugins/tools/plugin-tool.js';
import { sanitizeOutput } from '../../src/platform/text/sanitize-output.js';
import { hostileFrame } from '../support/plugins/hostile-frame.js';
import { toolModule } from '../support/plugins/plugin-workshop.js';
import { pluginTrials } from '../support/plugins/run-plugin.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** `npm run fuzz -- --cases 100000` is the long form. */
const cases = Number(process.env.FUZZ_CASES ?? 2000);

describe('what a plugin says', () => {
  it(
    'is understood or not, and never more than it may say',
    () => {
      fc.assert(
        fc.property(hostileFrame, (line) => {
          const message = readMessage(line);
          if (message === null) return;
          for (const text of shownTexts(message)) {
            expect(sanitizeOutput(text)).toBe(text);
            expect(text.length).toBeLessThanOrEqual(2000);
          }
          if ('name' in message) {
            expect(message.name).toMatch(/^[a-z0-9_]{1,64}$/);
            toolParameters(message.parameters);
            expect(typeof isToolNameOf('test.sample', message.name)).toBe('boolean');
          }
          if ('eventType' in message) expect(message.eventType).toMatch(/^[\w.-]{1,100}$/);
          if ('headers' in message) {
            for (const [name] of message.headers) expect(name).toMatch(/^[!#$%&'*+.^`|~\w-]+$/);
          }
          expect(Object.getPrototypeOf(message)).toBe(Object.prototype);
          expect(message).not.toHaveProperty('polluted');
          expect({}).not.toHaveProperty('polluted');
        }),
        { numRuns: cases },
      );
    },
    30_000 + cases * 20,
  );
});

/** What of a message people are shown. */
function shownTexts(message: object): readonly string[] {
  const outcome: unknown = Reflect.get(message, 'outcome') ?? {};
  const preview: unknown = Reflect.get(outcome as object, 'preview');
  const texts = ['message', 'error'].map((key) => Reflect.get(message, key) as unknown);
  const isPath = Reflect.has(message, 'request');
  return [preview, ...(isPath ? [] : texts)].filter((text) => typeof text === 'string');
}

describe('a plugin that says all of it to a real service', () => {
  const inDir = temporaryDirectory();
  const start = pluginTrials();

  /** Says the lines as they are, slowly enough not to be a flood, and then answers. */
  const speaker = toolModule(
    'say',
    `const spell = JSON.stringify;
     for (const line of args.lines) {
       JSON.stringify = () => line;
       try { context.log('info', ''); } finally { JSON.stringify = spell; }
     }
     return { ok: true, content: 'said' };`,
  );

  it(
    'is ended, or answers as before; the service and the disk are as they were',
    async () => {
      const workspaceRoot = inDir('workspace');
      await mkdir(workspaceRoot);
      const lines = fc.sample(hostileFrame, { numRuns: Math.min(cases / 100, 1000), seed: 7 });
      let trial = await start(speaker);
      for (const line of lines) {
        const said = await trial
          .run({ lines: [line] }, { workspaceRoot })
          .then(({ content }) => content)
          .catch((error: Error) => error.message);
        // Its own answer may have been forged; that is its own affair.
        expect(typeof said).toBe('string');
        if (trial.plugin?.tools.length !== 0) continue;
        expect(await trial.failure).toMatch(/^the plugin sent |is already registered/);
        trial = await start(speaker);
      }
      expect(trial.plugin?.tools.every(({ name }) => isToolNameOf('test.sample', name))).toBe(true);
      for (const logged of trial.log) expect(sanitizeOutput(logged)).toBe(logged);
      expect(await readdir(inDir())).toEqual(['workspace']);
    },
    120_000 + cases * 10,
  );
});
