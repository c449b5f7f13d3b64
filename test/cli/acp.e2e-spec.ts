import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  ContentBlock,
  RequestPermissionResponse,
  SessionUpdate,
} from '@agentclientprotocol/sdk';
import { describe, expect, it } from '@jest/globals';
import type { MadeAccessToken } from '../../src/protocol/records/access.js';
import { editorTexts } from '../../src/protocol/texts/editor.js';
import { rightsTexts } from '../../src/protocol/texts/rights.js';
import type { Editor } from './support/editor.js';
import { asks, clicked, Editors, unanswered } from './support/editors.js';

const writes = 'Use write_file {"path": "greeting.txt", "content": "hello-there"} and tell me';

/** What an editor was told of one tool call. */
function call(editor: Editor, id: string | undefined): readonly SessionUpdate[] {
  return editor.updates().filter((update) => 'toolCallId' in update && update.toolCallId === id);
}

/** The built command line as the agent of the SDK's client, at the built service. */
describe('a prompt in an editor', () => {
  const editors = new Editors();

  it('introduces itself in the version that editors speak', async () => {
    const editor = editors.start();
    expect(await editor.greet()).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'office', title: editorTexts.title },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: false, audio: false, embeddedContext: true },
        sessionCapabilities: { list: {}, resume: {} },
      },
    });
  });

  it('makes a run of a prompt, and goes on from it with the next', async () => {
    const editor = editors.start();
    const sessionId = await editor.open(editors.cwd);
    expect(await editor.say(sessionId, 'What is a todo list?')).toBe('end_turn');
    const first = await editors.latest();
    expect(first).toMatchObject({
      brief: 'What is a todo list?',
      session: sessionId,
      status: 'done',
    });
    expect(editor.text()).toMatch(/\*\*[^*]+ carries out "Answer"\*\*/);
    expect(editor.text()).toContain(`Run ${first.id} is done; spent $0.0000 of $5.00.`);
    expect(editor.updates('user_message_chunk')).toEqual([]);
    const plans = editor.updates('plan');
    expect(plans[0]).toMatchObject({ entries: [{ content: 'Answer', status: 'pending' }, {}] });
    expect(plans.at(-1)).toMatchObject({ entries: [{ status: 'completed' }, {}] });
    expect(editor.updates('session_info_update')).toMatchObject([{ title: first.brief }]);
    expect(await editor.say(sessionId, 'And what is a list?')).toBe('end_turn');
    expect(await editors.latest()).toMatchObject({ continues: first.id, session: sessionId });
    const { stdout, stderr } = editor.printed;
    expect(stderr).toBe('');
    for (const line of stdout.trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    }
  }, 60_000);

  it('shows tool calls, and what was changed', async () => {
    const { editor, sessionId } = await editors.changing();
    expect(await editor.say(sessionId, writes)).toBe('end_turn');
    expect(await editors.latest()).toMatchObject({ pipelineId: 'code-change' });
    const path = join(editors.cwd, 'greeting.txt');
    const calls = editor.updates('tool_call');
    expect(calls).toContainEqual(
      expect.objectContaining({
        title: 'write_file greeting.txt',
        kind: 'edit',
        status: 'completed',
        locations: [{ path }],
        rawInput: { path: 'greeting.txt', content: 'hello-there' },
      }),
    );
    expect(calls).toContainEqual(
      expect.objectContaining({
        kind: 'edit',
        content: [{ type: 'diff', path, oldText: null, newText: 'hello-there' }],
      }),
    );
    expect(editor.text()).toContain('- greeting.txt');
  }, 60_000);

  it('asks at the editor what the office asks, and passes the answer on', async () => {
    const { editor, sessionId } = await editors.changing();
    editor.decide = () => clicked('run');
    expect(await editor.say(sessionId, asks)).toBe('end_turn');
    const [asked] = editor.asked;
    expect(asked).toMatchObject({
      sessionId,
      toolCall: {
        kind: 'execute',
        status: 'pending',
        rawInput: { detail: expect.stringMatching(/^echo hi\n/) },
      },
      options: [
        { optionId: 'once', kind: 'allow_once', name: editorTexts.once },
        { optionId: 'run', kind: 'allow_always', name: editorTexts.scopes.run },
        { optionId: 'refuse', kind: 'reject_once', name: editorTexts.refuse },
      ],
    });
    expect((await editors.latest()).approvals).toMatchObject([
      { status: 'approved', scope: 'run', decidedBy: 'person' },
    ]);
    expect(call(editor, asked?.toolCall.toolCallId)).toMatchObject([
      { sessionUpdate: 'tool_call', status: 'pending' },
      { sessionUpdate: 'tool_call_update', status: 'completed' },
    ]);
  }, 60_000);

  it('takes a no, and says who refused', async () => {
    const { editor, sessionId } = await editors.changing();
    editor.decide = () => clicked('refuse');
    expect(await editor.say(sessionId, asks)).toBe('end_turn');
    expect((await editors.latest()).approvals[0]).toMatchObject({ status: 'rejected' });
    expect(call(editor, editor.asked[0]?.toolCall.toolCallId).at(-1)).toMatchObject({
      status: 'failed',
      content: [{}, { content: { text: expect.stringContaining('Refused by ') } }],
    });
  }, 60_000);

  it('says why an answer does not count, and waits for another one', async () => {
    const [worker] = await editors.at.records<MadeAccessToken>(
      ...['tokens', 'make', 'worker', '--right', 'work'],
    );
    const editor = editors.start({ OFFICE_API_TOKEN: worker?.token ?? '' });
    const sessionId = await editor.open(editors.cwd);
    await editor.agent.request('session/set_mode', { sessionId, modeId: 'code-change' });
    editor.decide = () => clicked('run');
    const ending = editor.say(sessionId, asks);
    const refusal = editorTexts.answerRefused(rightsTexts.missing('worker', ['approve']));
    await editor.until(() => editor.text().includes(refusal));
    const id = editor.asked[0]?.toolCall.toolCallId ?? '';
    expect(await editors.at.office(['approve', id, '--run'])).toMatchObject({ code: 0 });
    expect(await ending).toBe('end_turn');
  }, 60_000);

  it('withdraws a question that somebody answers elsewhere', async () => {
    const { editor, sessionId } = await editors.changing();
    let withdrawn = 0;
    editor.decide = async ({ toolCall }, signal) => {
      const open = unanswered(signal);
      expect(await editors.at.office(['approve', toolCall.toolCallId, '--run'])).toMatchObject({
        code: 0,
      });
      await open;
      withdrawn += 1;
      return open;
    };
    expect(await editor.say(sessionId, asks)).toBe('end_turn');
    await editor.until(() => withdrawn === 1);
    expect((await editors.latest()).approvals).toMatchObject([
      { status: 'approved', scope: 'run' },
    ]);
  }, 60_000);

  it('steers a run at work, and ends both turns with it', async () => {
    const { editor, sessionId } = await editors.changing();
    let release = (_: RequestPermissionResponse): void => undefined;
    editor.decide = () => new Promise((resolve) => (release = resolve));
    const first = editor.say(sessionId, asks);
    await editor.until(() => editor.asked.length === 1);
    const second = editor.say(sessionId, 'Use SQLite');
    await editor.until(() => editor.text().includes(editorTexts.steered));
    release(clicked('run'));
    expect(await Promise.all([first, second])).toEqual(['end_turn', 'end_turn']);
    expect(await editors.latest()).toMatchObject({
      brief: asks,
      instructions: [{ text: 'Use SQLite' }],
    });
    expect(editor.updates('user_message_chunk')).toEqual([]);
  }, 60_000);

  it('makes one run of two prompts that come together', async () => {
    const { editor, sessionId } = await editors.changing();
    let release = (_: RequestPermissionResponse): void => undefined;
    editor.decide = () => new Promise((resolve) => (release = resolve));
    const both = [editor.say(sessionId, asks), editor.say(sessionId, 'Use SQLite')];
    await editor.until(() => editor.text().includes(editorTexts.steered));
    await editor.until(() => editor.asked.length === 1);
    release(clicked('run'));
    expect(await Promise.all(both)).toEqual(['end_turn', 'end_turn']);
    expect(await editors.latest()).toMatchObject({
      brief: asks,
      instructions: [{ text: 'Use SQLite' }],
    });
  }, 60_000);

  it('cancels the run', async () => {
    const { editor, sessionId } = await editors.changing();
    editor.decide = (_, signal) => unanswered(signal);
    const ending = editor.say(sessionId, asks);
    await editor.until(() => editor.asked.length === 1);
    await editor.agent.notify('session/cancel', { sessionId });
    expect(await ending).toBe('cancelled');
    expect(await editors.latest()).toMatchObject({ status: 'cancelled' });
    editor.decide = () => clicked('run');
    expect(await editor.say(sessionId, 'Go on')).toBe('end_turn');
  }, 60_000);

  it('cancels a run that is not accepted yet', async () => {
    const { editor, sessionId } = await editors.changing();
    editor.decide = (_, signal) => unanswered(signal);
    const ending = editor.say(sessionId, asks);
    await editor.agent.notify('session/cancel', { sessionId });
    expect(await ending).toBe('cancelled');
  }, 60_000);

  it('takes texts and names of files along, and no images', async () => {
    const editor = editors.start();
    const sessionId = await editor.open(editors.cwd);
    const say = (...prompt: ContentBlock[]) =>
      editor.agent.request('session/prompt', { sessionId, prompt });
    const uri = pathToFileURL(join(editors.cwd, 'notes.md')).href;
    await say(
      { type: 'text', text: 'What is in' },
      { type: 'resource_link', name: 'notes.md', uri },
      { type: 'resource', resource: { uri: `${uri}#L1:2`, text: '```js\nx\n```' } },
    );
    expect((await editors.latest()).brief).toBe(
      'What is in notes.md \n\nnotes.md (L1:2):\n````\n```js\nx\n```\n````',
    );
    await expect(say({ type: 'image', data: 'AAAA', mimeType: 'image/png' })).rejects.toMatchObject(
      {
        code: -32602,
        message: editorTexts.noImages,
      },
    );
    await expect(say({ type: 'text', text: ' ' })).rejects.toMatchObject({
      message: editorTexts.nothingSaid,
    });
  }, 60_000);
});
