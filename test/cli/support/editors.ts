import { join } from 'node:path';
import type { RequestPermissionResponse } from '@agentclientprotocol/sdk';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Run, RunDetail } from '#protocol/records/work.js';
import { CommandLine } from './command-line.js';
import { Editor } from './editor.js';

export const asks = 'Use run_shell {"command": "echo hi"} and tell me';

/** What a person clicks. */
export function clicked(optionId: string): RequestPermissionResponse {
  return { outcome: { outcome: 'selected', optionId } };
}

/** A question that stays open until it is withdrawn. */
export function unanswered(withdrawn: AbortSignal): Promise<RequestPermissionResponse> {
  return new Promise((resolve) => {
    withdrawn.addEventListener('abort', () => resolve({ outcome: { outcome: 'cancelled' } }));
  });
}

/** The built service of a suite, and editors that end with their test, each without an error. */
export class Editors {
  private readonly open: Editor[] = [];
  private line: CommandLine | undefined;

  constructor() {
    beforeAll(async () => {
      this.line = await CommandLine.start({
        OFFICE_API_TOKEN: 's3cret',
        OFFICE_SANDBOX: 'off',
        OFFICE_ALLOW_EXTERNAL_WORKSPACES: 'false',
      });
    }, 60_000);
    afterEach(async () => {
      for (const editor of this.open.splice(0)) expect(await editor.close()).toBe(0);
    });
    afterAll(() => this.at.close());
  }

  get at(): CommandLine {
    if (this.line === undefined) throw new Error('the office is not started');
    return this.line;
  }

  /** The folder of the first floor. */
  get cwd(): string {
    return join(this.at.folder, 'workspace');
  }

  start(further: Readonly<Record<string, string>> = {}, ...args: readonly string[]): Editor {
    const editor = Editor.start({ ...this.at.env, ...further }, ...args);
    this.open.push(editor);
    return editor;
  }

  /** An editor with a session on the first floor, in which the pipeline is that for changes. */
  async changing(): Promise<{ readonly editor: Editor; readonly sessionId: string }> {
    const editor = this.start();
    const sessionId = await editor.open(this.cwd);
    await editor.agent.request('session/set_mode', { sessionId, modeId: 'code-change' });
    return { editor, sessionId };
  }

  async latest(): Promise<RunDetail> {
    const [run] = await this.at.records<Run>('runs', '--limit', '1');
    const [detail] = await this.at.records<RunDetail>('show', run?.id ?? '');
    if (detail === undefined) throw new Error('there is no run');
    return detail;
  }
}
