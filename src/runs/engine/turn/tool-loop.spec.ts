import { describe, expect, it } from '@jest/globals';
import { aSession } from '../../../../test/runs/support/a-session.js';
import { anAnswer } from '../../../../test/runs/support/scripted-caller.js';
import { noKnowledge } from '../../../../test/runs/support/fake-stage.js';
import { sampleRole } from '../../../../test/runs/support/sample-role.js';
import {
  sampleStage,
  sampleToolCall,
  sampleTurn,
} from '../../../../test/support/sample-records.js';
import type { ModelAnswer, ModelMessage, ToolRequest } from '../../../models/model-call.js';
import { noUsage } from '../../../models/usage.js';
import { SystemClock } from '../../../platform/clock.js';
import { OfficeLogger } from '../../../platform/logging/office-logger.js';
import { noSlot } from '../floor-slots.js';
import { RunHalted, type RunSession } from '../journal/run-session.js';
import type { ModelAsk, ModelAsker } from './model-asker.js';
import type { RecordedAnswer } from './recorded-answer.js';
import { type FinishedLoop, ToolLoop } from './tool-loop.js';
import type { SettledCall, ToolRunner } from './tool-runner.js';
import type { TurnAtWork } from './turn-at-work.js';

const think = (id: string): ToolRequest => ({ id, name: 'think', argumentsJson: '{}' });

const says = (text: string, fields: Partial<ModelAnswer> = {}): RecordedAnswer => ({
  outcome: 'answered',
  ...anAnswer({ text, usage: { ...noUsage, costUsd: 1 }, ...fields }),
});
const calls = (text: string, ...ids: string[]): RecordedAnswer =>
  says(text, { toolCalls: ids.map(think), finishReason: 'tool_calls' });

/** A conversation whose model answers as scripted; its last answer stands for all that follow. */
class Conversation {
  readonly session: RunSession = aSession();
  /** What the model was told with each call. */
  readonly heard: (readonly ModelMessage[])[] = [];
  /** Keys of everything that was done, in order. */
  readonly done: string[] = [];
  private readonly lines: string[] = [];

  constructor(
    private readonly script: readonly (RecordedAnswer | Error)[],
    private readonly onTool: (id: string) => void = () => {},
  ) {}

  get log(): string {
    return this.lines.join('\n');
  }

  run(): Promise<FinishedLoop> {
    const asker = {
      ask: (_: RunSession, ask: ModelAsk) => this.answer(ask),
      record: async (session: RunSession, key: string, value: unknown) => {
        session.steps.set(key, { key, state: 'settled', value });
      },
    } as unknown as ModelAsker;
    const tools = {
      run: (turn: TurnAtWork, key: string, request: ToolRequest) =>
        this.useTool(turn, key, request),
    } as unknown as ToolRunner;
    const write = (line: string): void => void this.lines.push(line);
    const sinks = { out: write, err: write };
    const logger = new OfficeLogger({ clock: new SystemClock(), level: 'debug', sinks });
    return new ToolLoop(asker, tools, logger).run(this.turn, {
      messages: [{ role: 'user', content: 'ask' }],
      tools: [],
      ceiling: { tokensOutMax: 1, usdPerMTokIn: 0, usdPerMTokOut: 0 },
      note: { key: 's/dev/memory', value: null },
    });
  }

  private readonly turn: TurnAtWork = {
    session: this.session,
    request: {
      key: 's/dev',
      stage: sampleStage(),
      role: sampleRole('dev'),
      purpose: '',
      turnIndex: 0,
      knowledge: noKnowledge,
      transcript: [],
    },
    workspaceId: 'default',
    record: sampleTurn({ id: 'turn_1' }),
    grantedTools: ['think'],
    policy: { defaultTier: 'standard', minTier: 'nano', maxTier: 'max' },
    slot: noSlot,
    memory: { query: '', facts: [], total: 0 },
    writtenPaths: ['before.ts'],
  };

  private async answer(ask: ModelAsk): Promise<RecordedAnswer> {
    const recorded = this.session.steps.get(ask.key);
    if (recorded !== undefined) return recorded.value as RecordedAnswer;
    this.done.push(ask.key);
    this.heard.push(ask.messages);
    const next = this.script[Math.min(this.heard.length, this.script.length) - 1];
    if (next === undefined || next instanceof Error) throw next ?? new Error('nothing scripted');
    return next;
  }

  private async useTool(turn: TurnAtWork, key: string, request: ToolRequest): Promise<SettledCall> {
    const recorded = turn.session.steps.get(key);
    if (recorded?.state === 'settled') return recorded.value as SettledCall;
    this.done.push(key);
    this.onTool(request.id);
    const record = sampleToolCall({ id: request.id, affectsPaths: [`${request.id}.ts`] });
    const settled = { record, content: `result of ${request.id}`, factIds: [] };
    turn.session.steps.set(key, { key, state: 'settled', value: settled });
    return settled;
  }

  get writtenPaths(): readonly string[] {
    return this.turn.writtenPaths;
  }
}

describe('a conversation', () => {
  it('ends with the first answer that asks for no tool', async () => {
    const conversation = new Conversation([says('done')]);
    const { ending, progress } = await conversation.run();
    expect(ending).toEqual({ status: 'done', error: null });
    expect(progress.text).toBe('done');
    expect(conversation.done).toEqual(['s/dev/m1']);
  });

  it('runs the tools of an answer one after another and tells the model what came of them', async () => {
    const conversation = new Conversation([calls('let me see', 'a', 'b'), says('done')]);
    const { progress } = await conversation.run();
    expect(conversation.done).toEqual(['s/dev/m1', 's/dev/m1/t0', 's/dev/m1/t1', 's/dev/m2']);
    expect(conversation.heard[1]).toEqual([
      { role: 'user', content: 'ask' },
      { role: 'assistant', content: 'let me see', toolCalls: [think('a'), think('b')] },
      { role: 'tool', content: 'result of a', toolCallId: 'a', name: 'think' },
      { role: 'tool', content: 'result of b', toolCallId: 'b', name: 'think' },
    ]);
    expect(progress).toMatchObject({ text: 'let me see\n\ndone', wroteFiles: ['a.ts', 'b.ts'] });
    expect(progress.usage.costUsd).toBe(2);
    expect(conversation.writtenPaths).toEqual(['before.ts', 'a.ts', 'b.ts']);
  });

  it('pays for tries that a shutdown cut off, too', async () => {
    const conversation = new Conversation([says('done')]);
    const key = 's/dev/m1-cut';
    const value = { usage: { ...noUsage, tokensOut: 7, costUsd: 0.5 } };
    conversation.session.steps.set(key, { key, state: 'settled', value });
    const { progress } = await conversation.run();
    expect(progress).toMatchObject({ text: 'done', usage: { tokensOut: 7, costUsd: 1.5 } });
  });

  it('never takes a message back', async () => {
    const conversation = new Conversation([calls('', 'a'), calls('', 'b'), says('done')]);
    await conversation.run();
    const { heard } = conversation;
    expect(heard[1]?.slice(0, 1)).toEqual(heard[0]);
    expect(heard[2]?.slice(0, 3)).toEqual(heard[1]);
  });
});

describe('a conversation that fails', () => {
  it.each([
    [
      'the output limit was hit',
      says('half', { finishReason: 'length' }),
      'The model hit its output limit mid-turn; the reported work product is incomplete.',
    ],
    ['nothing was said', says(''), 'The model returned no text and asked for no tools.'],
    [
      'no model answered',
      {
        outcome: 'failed',
        error: 'all model routes failed: x',
        usage: noUsage,
        attemptedRoutes: [],
      },
      'all model routes failed: x',
    ],
  ] as const)('because %s', async (_, answer, error) => {
    const { ending } = await new Conversation([answer]).run();
    expect(ending).toEqual({ status: 'failed', error });
  });

  it('does not, when only its last answer is empty', async () => {
    const { ending, progress } = await new Conversation([
      calls('said before', 'a'),
      says(''),
    ]).run();
    expect(ending.status).toBe('done');
    expect(progress.text).toBe('said before');
  });

  it('keeps what was made before something broke, and leaves the reason in the log', async () => {
    const conversation = new Conversation([
      calls('half', 'a'),
      new TypeError('x is not a function'),
    ]);
    const { ending, progress } = await conversation.run();
    expect(ending).toEqual({ status: 'failed', error: 'x is not a function' });
    expect(progress).toMatchObject({ text: 'half', wroteFiles: ['a.ts'], usage: { costUsd: 1 } });
    expect(conversation.log).toContain('turn turn_1 broke off: x is not a function');
  });
});

describe('the cap on tools', () => {
  it('is eight answers: the tools of the eighth still run, and there is no ninth', async () => {
    const conversation = new Conversation([calls('thinking', 'a')]);
    const { ending, progress } = await conversation.run();
    expect(conversation.heard).toHaveLength(8);
    expect(conversation.done.at(-1)).toBe('s/dev/m8/t0');
    expect(ending).toEqual({
      status: 'failed',
      error: 'Stopped after 8 tool round trips without a final answer.',
    });
    expect(progress.toolCalls).toHaveLength(8);
    expect(progress.text).not.toBe('');
  });

  it('lets the eighth answer be the last', async () => {
    const script = [...Array.from({ length: 7 }, () => calls('', 'a')), says('done')];
    expect((await new Conversation(script).run()).ending.status).toBe('done');
  });
});

describe('a cancelled conversation', () => {
  const cancelled = { status: 'cancelled', error: 'Cancelled by the operator.' };

  it('makes no call', async () => {
    const conversation = new Conversation([says('done')]);
    conversation.session.cancel();
    expect((await conversation.run()).ending).toEqual(cancelled);
    expect(conversation.done).toEqual([]);
  });

  it('uses no further tool and keeps what it has', async () => {
    const conversation: Conversation = new Conversation([calls('half', 'a', 'b', 'c')], (id) => {
      if (id === 'b') conversation.session.cancel();
    });
    const { ending, progress } = await conversation.run();
    expect(ending).toEqual(cancelled);
    expect(progress.toolCalls.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(progress.text).toBe('half');
  });

  it('is cancelled whatever its last error was', async () => {
    const conversation: Conversation = new Conversation([calls('', 'a'), new Error('oops')], () =>
      conversation.session.cancel(),
    );
    expect((await conversation.run()).ending).toEqual(cancelled);
  });

  it('still counts what was recorded before a crash: it was paid for', async () => {
    const first = new Conversation([calls('half', 'a', 'b'), new RunHalted('run')]);
    await expect(first.run()).rejects.toThrow(RunHalted);
    const continued = new Conversation([says('never asked')]);
    for (const step of first.session.steps.values()) continued.session.steps.set(step.key, step);
    continued.session.cancel();
    const { ending, progress } = await continued.run();
    expect(ending).toEqual(cancelled);
    expect(progress).toMatchObject({ text: 'half', usage: { costUsd: 1 } });
    expect(progress.toolCalls).toHaveLength(2);
    expect(continued.done).toEqual([]);
  });
});

describe('a conversation that was cut off', () => {
  it.each([0, 1, 2, 3, 4, 5])(
    'goes on where its journal ends, and comes to what it would have come to (%i steps)',
    async (kept) => {
      const script = [calls('one', 'a', 'b'), calls('two', 'c'), says('three')];
      const whole = new Conversation(script);
      const expected = await whole.run();
      const steps = [...whole.session.steps.values()].slice(0, kept);
      const answered = steps.filter(({ key }) => /m\d+$/.test(key)).length;
      const continued = new Conversation(script.slice(answered));
      for (const step of steps) continued.session.steps.set(step.key, step);
      expect(await continued.run()).toEqual(expected);
      expect([...steps.map(({ key }) => key), ...continued.done]).toEqual(whole.done);
    },
  );

  it('lets go at once when this process must: nothing is settled', async () => {
    await expect(new Conversation([new RunHalted('run')]).run()).rejects.toThrow(RunHalted);
  });
});
