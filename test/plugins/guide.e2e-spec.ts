import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { pluginLimits, timeLimits } from '../../src/plugins/plugin-limits.js';
import { validateManifest } from '../../src/plugins/manifest/validate-manifest.js';
import { newPluginFiles } from '../../src/plugins/workshop/new-plugin.js';
import { pluginPermissions } from '../../src/protocol/records/enums.js';
import { codeManifestOf } from '../support/plugins/plugin-workshop.js';
import { repositoryRoot } from '../support/run-program.js';

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;
const kilobytes = (bytes: number): string => `${bytes / 1024} KB`;
const seconds = (ms: number): string => `${ms / 1000} s`;
const count = (number: number): string => number.toLocaleString('en-US');

describe('the guide for authors of plugins', () => {
  let guide: string;
  let examples: readonly Record<string, unknown>[];

  beforeAll(async () => {
    guide = await readFile(`${repositoryRoot}docs/plugins.md`, 'utf8');
    const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)];
    examples = blocks.map(([, block = '']) => JSON.parse(block) as Record<string, unknown>);
  });

  it('shows every kind of contribution, and the office accepts each as it stands', () => {
    for (const { settings, ...contributes } of examples) {
      const permissions = pluginPermissions;
      const fields = { permissions, contributes, ...(settings ? { settings } : {}) };
      expect(validateManifest(codeManifestOf(fields))).toMatchObject({ ok: true, warnings: [] });
    }
    expect(new Set(examples.flatMap(Object.keys))).toEqual(
      new Set([
        ...['skills', 'roleTemplates', 'pipelines', 'providers', 'models', 'routingRules'],
        ...['settings', 'uiPanels'],
      ]),
    );
  });

  it('names the ten permissions', () => {
    const section = guide.split('\n## Permissions')[1]?.split('\n## ')[0] ?? '';
    const named = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(named).toEqual([...pluginPermissions]);
  });

  it('tells the limits that hold', () => {
    const section = guide.split('\n## Isolation and limits')[1]?.split('\n## ')[0] ?? '';
    const rows = [...section.matchAll(/^\| +([^|]*?) +\| +([^|]+?) +\|$/gm)];
    const reported = Object.fromEntries(rows.map(([, what = '', limit]) => [what, limit]));
    expect(reported).toMatchObject({
      '`activate()`': seconds(timeLimits.activationMs),
      'a tool call': seconds(timeLimits.toolCallMs),
      'an event handler': seconds(timeLimits.eventHandlerMs),
      '`deactivate()`': seconds(timeLimits.deactivationMs),
      'answering at all, while nothing is asked': seconds(timeLimits.pingMs),
      'code nothing waits for, such as timers': seconds(timeLimits.backgroundMs),
      timers: count(pluginLimits.timers),
      memory: `${pluginLimits.memoryMegabytes} MB`,
      'messages to the office': `${count(pluginLimits.messagesPerSecond)} and ${megabytes(pluginLimits.bytesPerSecond)} in a second`,
      'log lines': `${pluginLimits.logLinesPerMinute} in a minute, then left out`,
      'one message, with everything in it': kilobytes(pluginLimits.messageBytes),
      'tools of one plugin': `${pluginLimits.tools}`,
      'content of a result': `${count(pluginLimits.toolContentCharacters)} characters`,
      'a file through `files`': kilobytes(pluginLimits.fileBytes),
      'events that wait for a slow handler': `${pluginLimits.waitingEvents} or ${megabytes(pluginLimits.waitingEventBytes)}, then left out`,
      'a log line': `${count(pluginLimits.logLineCharacters)} characters`,
    });
  });

  it('tells the limits of fetch that hold', () => {
    const { fetchBodyBytes, fetchHeaders, fetchHeaderBytes, fetchAnswerBytes } = pluginLimits;
    expect(guide).toContain(
      `at most ${kilobytes(fetchBodyBytes)} of body and ${fetchHeaders} headers of ${kilobytes(fetchHeaderBytes)}; an answer at most ${megabytes(fetchAnswerBytes)}, within ${seconds(pluginLimits.fetchTimeoutMs)}`,
    );
    expect(guide).toContain(`at most ${megabytes(pluginLimits.codeBytes)} of them`);
    expect([pluginLimits.fetchRedirects, pluginLimits.fetchesAtOnce]).toEqual([5, 8]);
    expect(pluginLimits.interruptionsPerMinute).toBe(5);
  });

  it('shows what a new plugin comes with', () => {
    const named = newPluginFiles({ id: 'com.example.words', name: 'Words' }, '');
    for (const name of ['index.mjs', 'office-plugin.d.ts', 'plugin.json'] as const) {
      expect([name in named, guide.includes(name)]).toEqual([true, true]);
    }
  });
});
