import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { editorTexts } from '../../src/protocol/texts/editor.js';
import { submitTexts } from '../../src/protocol/texts/runs.js';
import { workspaceTexts } from '../../src/protocol/texts/workspaces.js';
import { asks, clicked, Editors, unanswered } from './support/editors.js';

/** The built command line as the agent of the SDK's client, at the built service. */
describe('a session in an editor', () => {
  const editors = new Editors();

  it('tells a conversation again in another editor, and goes on with it', async () => {
    const before = editors.start();
    const sessionId = await before.open(editors.cwd);
    await before.say(sessionId, 'What is a queue?');
    const { id } = await editors.latest();
    await before.close();
    const editor = editors.start();
    await editor.greet();
    const { sessions } = await editor.agent.request('session/list', { cwd: editors.cwd });
    expect(sessions[0]).toMatchObject({ sessionId, cwd: editors.cwd, title: 'What is a queue?' });
    const everywhere = await editor.agent.request('session/list', {});
    expect(everywhere.sessions.map((each) => each.sessionId)).toContain(sessionId);
    const asked = { sessionId, cwd: editors.cwd, mcpServers: [] };
    expect(await editor.agent.request('session/load', asked)).toMatchObject({
      modes: { currentModeId: 'office-chooses' },
    });
    expect(editor.text('user_message_chunk')).toBe('What is a queue?');
    expect(editor.text()).toBe(before.text());
    expect(editor.updates('plan').at(-1)).toEqual(before.updates('plan').at(-1));
    expect(await editor.say(sessionId, 'And a stack?')).toBe('end_turn');
    expect(await editors.latest()).toMatchObject({ continues: id, session: sessionId });
    const third = editors.start();
    await third.greet();
    await third.agent.request('session/resume', asked);
    expect(third.updates()).toEqual([]);
    expect(await third.say(sessionId, 'And a heap?')).toBe('end_turn');
    const lost = { ...asked, sessionId: 'never-heard-of' };
    await expect(editor.agent.request('session/load', lost)).rejects.toMatchObject({
      code: -32002,
      message: editorTexts.noSession('never-heard-of'),
    });
  }, 60_000);

  it('goes on with a run that an editor left at work', async () => {
    const { editor: before, sessionId } = await editors.changing();
    before.decide = (_, signal) => unanswered(signal);
    before.say(sessionId, asks).catch(() => undefined);
    await before.until(() => before.asked.length === 1);
    expect(await before.close()).toBe(0);
    expect(await editors.latest()).toMatchObject({ status: 'awaiting-approval' });
    const editor = editors.start();
    editor.decide = () => clicked('run');
    await editor.greet();
    let release = (): void => undefined;
    editor.decide = () => new Promise((resolve) => (release = () => resolve(clicked('run'))));
    const load = () =>
      editor.agent.request('session/load', { sessionId, cwd: editors.cwd, mcpServers: [] });
    await load();
    await editor.until(() => editor.asked.length === 1);
    // Loaded again, it shows the conversation again and tells of its run once.
    await load();
    release();
    await editor.until(() => editor.text().includes(' is done; '));
    expect(editor.text().split(' is done; ')).toHaveLength(2);
    expect(editor.asked).toHaveLength(1);
    expect(editor.text('user_message_chunk')).toBe(asks + asks);
  }, 60_000);

  it('waits for an office that went away, and goes on', async () => {
    const { editor, sessionId } = await editors.changing();
    editor.decide = async () => {
      await editors.at.kill();
      await editor.until(() => editor.text('agent_thought_chunk').includes(editorTexts.lost));
      await editors.at.begin();
      return clicked('run');
    };
    expect(await editor.say(sessionId, asks)).toBe('end_turn');
    expect(editor.text('agent_thought_chunk')).toContain(editorTexts.back);
    expect(await editors.latest()).toMatchObject({
      status: 'done',
      approvals: [{ status: 'approved', scope: 'run' }],
    });
  }, 120_000);

  it('finds the floor of a folder, opens one, or says why not', async () => {
    const editor = editors.start();
    const floors = () => editors.at.records<{ id: string; path: string }>('floors');
    const link = join(editors.at.folder, 'link');
    await symlink(editors.cwd, link);
    const before = await floors();
    await editor.open(link);
    expect(await floors()).toHaveLength(before.length);
    const garden = join(editors.at.folder, 'workspaces', 'My garden');
    await mkdir(garden, { recursive: true });
    const sessionId = await editor.open(garden);
    expect(await floors()).toContainEqual(expect.objectContaining({ path: garden }));
    expect(await editor.say(sessionId, 'What is a bed?')).toBe('end_turn');
    const elsewhere = join(editors.at.folder, 'elsewhere');
    await mkdir(elsewhere);
    const outside = workspaceTexts.pathOutside(elsewhere, join(editors.at.folder, 'workspaces'));
    await expect(editor.open(elsewhere)).rejects.toMatchObject({ message: outside });
    await expect(editor.open('here')).rejects.toMatchObject({
      code: -32602,
      message: editorTexts.cwdNotAbsolute('here'),
    });
    expect(await editor.agent.request('session/list', { cwd: elsewhere })).toMatchObject({
      sessions: [],
    });
  }, 60_000);

  it('says in the words of the office what it refuses', async () => {
    const editor = editors.start();
    const sessionId = await editor.open(editors.cwd);
    const unknown = { sessionId, modeId: 'nothing' };
    await expect(editor.agent.request('session/set_mode', unknown)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(submitTexts.noPipeline('nothing')),
    });
    await expect(editor.say('another', 'Hello')).rejects.toMatchObject({
      code: -32002,
      message: editorTexts.unknownSession('another'),
    });
    const floor = join(editors.at.folder, 'workspaces', 'closed');
    await mkdir(floor, { recursive: true });
    const closed = await editor.open(floor);
    expect(await editors.at.office(['floors', 'close', 'closed'])).toMatchObject({ code: 0 });
    editor.told.length = 0;
    expect(await editor.say(closed, 'Hello')).toBe('refusal');
    expect(editor.text().trim()).toBe(submitTexts.noWorkspace('closed'));
  }, 60_000);

  it('says that no office answers, or that the token is wrong', async () => {
    const alone = editors.start({}, '--url', 'http://127.0.0.1:9');
    await expect(alone.open(editors.cwd)).rejects.toMatchObject({
      code: -32603,
      message: 'No office answers at http://127.0.0.1:9.',
    });
    const stranger = editors.start({ OFFICE_API_TOKEN: 'wrong' });
    await expect(stranger.open(editors.cwd)).rejects.toMatchObject({
      message: expect.stringMatching(/token/i),
    });
  }, 60_000);
});
