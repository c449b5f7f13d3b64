import { describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../src/platform/clock.js';
import { OfficeLogger } from '../../src/platform/logging/office-logger.js';
import { cleaned } from '../../src/platform/text/cleaned.js';
import { ServerDiagnostics } from '../../src/mcp/connection/server-diagnostics.js';
import { readIdentity } from '../../src/mcp/connection/server-identity.js';
import { mcpLimits } from '../../src/mcp/mcp-limits.js';
import { renderResult } from '../../src/mcp/tools/render-result.js';
import { capSchema, readDescriptor } from '../../src/mcp/tools/tool-descriptor.js';
import { pluginTool } from '../../src/plugins/tools/plugin-tool.js';
import { cleanText } from '../../src/plugins/widgets/read-widgets.js';
import { presentResult } from '../../src/tools/present-result.js';
import { AcpTranscript } from '../../src/vendors/acp/acp-transcript.js';
import { readTextOutput } from '../../src/vendors/command/read-text-output.js';
import { lastLines } from '../../src/vendors/describe-end.js';

/** Every door by which text comes in that others wrote. */
const doors: readonly (readonly [string, (text: string) => unknown])[] = [
  ['cleaned', (text) => cleaned(text, 1000)],
  ["a tool's result", (content) => presentResult({ name: 'x' }, { ok: true, content })],
  [
    "a tool's preview",
    (preview) => presentResult({ name: 'x' }, { ok: true, content: '', preview }),
  ],
  ["a plugin's tool", (text) => pluginTool('a.b', told(text), () => Promise.reject(new Error()))],
  [
    "a plugin's parameters",
    (text) => pluginTool('a.b', told('', text), () => Promise.reject(new Error())),
  ],
  ["a panel's text", (text) => cleanText(text, 500)],
  ["a server's name", (name) => readIdentity({ protocolVersion: '1', serverInfo: { name } })],
  ["a server's tool", (description) => readDescriptor({ name: 'a', description }, mcpLimits)],
  ["a server's schema", (text) => capSchema({ type: 'object', description: text }, 8000)],
  ["a server's result", (text) => renderResult({ content: [{ type: 'text', text }] }, mcpLimits)],
  [
    "a server's noise",
    (text) =>
      new ServerDiagnostics(
        mcpLimits,
        (x) => x,
        () => {},
      ).note(text),
  ],
  ["a harness's output", readTextOutput],
  ["a harness's last lines", (text) => lastLines(text, 5)],
  ["an agent's title", (title) => new AcpTranscript().describe({ toolCallId: 'a', title })],
  [
    "an agent's arguments",
    (path) => new AcpTranscript().describe({ toolCallId: 'a', rawInput: { path } }),
  ],
  ['a line of the log', (text) => quietLog().info(text)],
];

function told(description: string, text = '') {
  return { name: 'a_b_c', description, parameters: { type: 'object', title: text } };
}

function quietLog() {
  const sinks = { out: () => undefined, err: () => undefined };
  return new OfficeLogger({
    clock: new SystemClock(),
    level: 'info',
    sinks,
  }).scope('test');
}

/** Each of these makes the cleaner look far, or take away a lot. */
const units = ['\u001b[', '\u009b\u001b]', '\u202e\u200b', 'x\n'];
const length = 1024 * 1024;

describe('foreign text is cut before it is cleaned', () => {
  it.each(doors)('%s costs no more when it is twice as long', (_what, door) => {
    for (const unit of units) {
      const short = unit.repeat(length / unit.length);
      const long = short + short;
      // A cleaner that reads it all takes some 20 ms more; walking over it costs next to nothing.
      expect(leastMs(() => door(long)) - leastMs(() => door(short))).toBeLessThan(8);
    }
  });
});

function leastMs(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
