import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { PipedChild } from '../../src/platform/process/piped-child.js';
import { sanitizeOutput } from '../../src/platform/text/sanitize-output.js';
import { AcpConversation } from '../../src/vendors/acp/acp-conversation.js';
import { readCodexOutput } from '../../src/vendors/command/read-codex-output.js';
import { readTextOutput } from '../../src/vendors/command/read-text-output.js';
import { lastLines } from '../../src/vendors/describe-end.js';
import type { Engagement } from '../../src/vendors/engagement.js';
import type { ApprovalAsk } from '../../src/tools/tool.js';
import { fuzzCases, heldBriefly } from '../support/held-loop.js';
import {
  hostileObject,
  hostileRpc,
  hostileSpelling,
  hostileText,
  hostileValue,
  polluted,
} from '../support/hostile-json.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const patience = 60_000 + fuzzCases(20);

describe('the output of a harness that writes events', () => {
  const message = hostileObject({
    type: fc.constantFrom('agent_message', 'assistant_message', 'reasoning'),
    text: hostileText,
    message: hostileText,
    delta: hostileText,
  });
  const event = hostileObject({
    type: fc.oneof(
      fc.constantFrom('item.completed', 'turn.completed', 'turn.failed', 'message.delta'),
      hostileText,
    ),
    item: message,
    msg: message,
    params: message,
    turn: hostileObject({ status: hostileText }),
    path: hostileText,
  });
  const line = fc.oneof(
    { weight: 30, arbitrary: event.map((each) => JSON.stringify(each)) },
    { weight: 3, arbitrary: hostileText },
    { weight: 1, arbitrary: hostileSpelling },
  );
  const flood = fc.constantFrom(
    '{}\n',
    '{"a":1}\n',
    '\n',
    'x\n',
    '{\n',
    '{"type":"item.completed"}\n',
  );
  const output = fc.oneof(
    { weight: 60, arbitrary: fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')) },
    { weight: 1, arbitrary: flood.map((unit) => unit.repeat((2 * 1024 * 1024) / unit.length)) },
  );

  it(
    'is read as clean text, in no time',
    async () => {
      await fc.assert(
        fc.asyncProperty(output, (stdout) =>
          heldBriefly(() => {
            const { text, paths } = readCodexOutput(stdout);
            const plain = readTextOutput(stdout).text;
            for (const said of [text, plain, ...lastLines(stdout.slice(-65_536), 5)]) {
              expect(sanitizeOutput(said)).toBe(said);
              expect(said.length).toBeLessThanOrEqual(24_000);
            }
            expect(paths.length).toBeLessThanOrEqual(200);
          }),
        ),
        { numRuns: fuzzCases(0.15), endOnFailure: true },
      );
    },
    patience,
  );
});

describe('an agent that speaks the Agent Client Protocol', () => {
  const inDir = temporaryDirectory();
  const sessionId = fc.constant('s');
  // Kind and id belong together, so that the id of an answer tells what was answered.
  const option = fc
    .tuple(
      fc.constantFrom(
        ['yes', 'allow_once'] as const,
        ['for-ever', 'allow_always'] as const,
        ['no', 'reject_once'] as const,
      ),
      hostileValue,
    )
    .map(([[optionId, kind], name]) => ({ optionId, kind, name }));
  const toolCall = hostileObject({
    toolCallId: hostileText,
    title: hostileText,
    kind: hostileText,
    rawInput: hostileValue,
    content: fc.array(hostileValue, { maxLength: 3 }),
    locations: fc.array(hostileObject({ path: hostileText }), { maxLength: 3 }),
    sessionUpdate: fc.constantFrom('tool_call', 'tool_call_update'),
  });
  const chunk = hostileObject({
    sessionUpdate: fc.constant('agent_message_chunk'),
    content: hostileObject({ type: fc.constant('text'), text: hostileText }),
  });
  const said = hostileRpc(
    {
      'session/update': hostileObject({ sessionId, update: fc.oneof(chunk, toolCall) }),
      'session/request_permission': hostileObject({
        sessionId,
        toolCall,
        options: fc.array(option, { maxLength: 4 }),
      }),
      'fs/read_text_file': hostileObject({
        sessionId,
        path: fc.oneof(fc.constant('../secret.txt'), hostileText),
        line: fc.integer(),
        limit: fc.integer(),
      }),
      'fs/write_text_file': hostileObject({ sessionId, path: hostileText, content: hostileText }),
    },
    fc.oneof(
      hostileObject({ protocolVersion: fc.constant(1), sessionId }),
      hostileObject({ stopReason: hostileText }),
    ),
  );

  it(
    'is answered, is never told yes to what nobody approved, and holds nothing up',
    async () => {
      const workspace = inDir('workspace');
      await mkdir(workspace);
      await writeFile(path.join(inDir(), 'secret.txt'), 'what lies outside');
      const perTalk = 50;
      await fc.assert(
        fc.asyncProperty(
          fc.array(said, { minLength: perTalk, maxLength: perTalk }),
          async (lines) => {
            const talk = begin(workspace);
            for (const line of lines) {
              await heldBriefly(async () => {
                talk.stdout.write(`${line}\n`);
                await setImmediate();
              });
            }
            talk.conversation.close();
            talk.stdout.destroy();
            expect(talk.conversation.transcript.text).toBe(
              sanitizeOutput(talk.conversation.transcript.text),
            );
            for (const { summary, detail } of talk.asked) {
              expect(summary.length + detail.length).toBeLessThan(100_000);
            }
            const answers = talk.written.join('');
            expect(answers).not.toContain('what lies outside');
            expect(answers).not.toMatch(/"outcome":"selected","optionId":"(?:yes|for-ever)"/);
            expect(polluted()).toBe(false);
          },
        ),
        { numRuns: Math.ceil(fuzzCases(0.15) / perTalk), endOnFailure: true },
      );
    },
    patience,
  );
});

interface Talk {
  readonly conversation: AcpConversation;
  readonly stdout: PassThrough;
  readonly written: string[];
  readonly asked: ApprovalAsk[];
}

/** A conversation that has come to its prompt, with pipes in the place of a program. */
function begin(workspace: string): Talk {
  const stdout = new PassThrough();
  const written: string[] = [];
  const asked: ApprovalAsk[] = [];
  const write = async (text: string): Promise<void> => {
    written.push(text);
    const { id, method } = JSON.parse(text) as { id?: number; method?: string };
    if (method === 'initialize') answer(stdout, id, { protocolVersion: 1 });
    if (method === 'session/new') answer(stdout, id, { sessionId: 's' });
  };
  const engagement = {
    vendor: { label: 'Agent', authNote: '' },
    task: 'a task',
    workspace,
    ask: async (question: ApprovalAsk) => {
      asked.push(question);
      return { approved: false, reason: null };
    },
  } as unknown as Engagement;
  const conversation = new AcpConversation(engagement, { stdout, write } as unknown as PipedChild);
  conversation.run().catch(() => undefined);
  return { conversation, stdout, written, asked };
}

function answer(stdout: PassThrough, id: unknown, result: object): void {
  stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}
