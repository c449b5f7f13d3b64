import { describe, expect, it } from '@jest/globals';
import { holdStep, stepIn, stepsOf } from '#test/runs/support/steps.js';
import { noForesight } from '#test/runs/support/no-foresight.js';
import { aSession } from '#test/runs/support/a-session.js';
import { anAnswer } from '#test/runs/support/scripted-caller.js';
import { noKnowledge } from '#test/runs/support/fake-stage.js';
import { sampleRole } from '#test/runs/support/sample-role.js';
import { sampleStage, sampleToolCall, sampleTurn } from '#test/support/sample-records.js';
import type { ModelAnswer, ModelMessage } from '#models/gateway/model-call.js';
import { runTexts } from '#protocol/texts/runs.js';
import type { RunCommit } from '../../journal/run-journal.js';
import type { Prompt } from '../context/turn-plan.js';
import { noUsage } from '#models/gateway/usage.js';
import { SystemClock } from '#platform/clock.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { noSlot } from '#runs/queue/turn-slots.js';
import { RunHalted, type RunSession } from '../../journal/run-session.js';
import type { ModelCalls } from './model-calls.js';
import {
  modelCallStep,
  toolCallStep,
  type RecordedAnswer,
  type ToolOutcome,
} from '../../journal/recorded.js';
import { type FinishedLoop, ToolLoop } from './tool-loop.js';
import { ToolRound } from '../tools/tool-round.js';
import type { ToolCall } from '../tools/check-call.js';
import type { ToolRunner } from '../tools/tool-runner.js';
import type { ActiveTurn } from './active-turn.js';

type FillEnd = Parameters<ToolRunner['run']>[3];

type ModelAsk = Parameters<ModelCalls['ask']>[1];

/** A provider that gives every call the same id. */
const use = (name: string) => ({ id: 'call_0', name, argumentsJson: '{}' });

const says = (text: string, fields: Partial<ModelAnswer> = {}): RecordedAnswer => ({
  outcome: 'answered',
  ...anAnswer({ text, usage: { ...noUsage, costUsd: 1 }, ...fields }),
});
const calls = (text: string, ...names: string[]): RecordedAnswer =>
  says(text, { toolCalls: names.map(use), finishReason: 'tool_calls' });

const told = (name: string, left: number) => `result of ${name}\n\n${runTexts.answersLeft(left)}`;
const sevenToOne = [7, 6, 5, 4, 3, 2, 1].map((left) => told('a', left));

/** A conversation whose model answers as scripted and then repeats the last answer. */
class Conversation {
  readonly session: RunSession = aSession();
  /** The messages of each call. */
  readonly received: (readonly ModelMessage[])[] = [];
  /** The tool choice of each call. */
  readonly choices: (string | undefined)[] = [];
  /** Keys of all effects, in order. */
  readonly done: string[] = [];
  /** Calls announced in the preceding commit, with their number of messages. */
  readonly announced: (readonly [string, number])[] = [];
  /** Cost of cut-off attempts, by call key. */
  readonly lost: Record<string, typeof noUsage> = {};
  private readonly lines: string[] = [];

  constructor(
    private readonly script: readonly (RecordedAnswer | Error)[],
    private readonly onTool: (id: string) => void = () => {},
  ) {}

  get log(): string {
    return this.lines.join('\n');
  }

  run(): Promise<FinishedLoop> {
    const { session } = this;
    const calls = {
      ask: (_: RunSession, ask: ModelAsk) => this.answer(ask),
      isAnswered: (_: RunSession, key: string) => stepIn(session, key) === 'settled',
      record: async (_: RunSession, key: string, value: unknown) => {
        if (stepIn(session, key) === 'absent') holdStep(session, { key, state: 'settled', value });
      },
      announce: (_: unknown, key: string, prompt: Prompt) => {
        this.announced.push([key, prompt.messages.length]);
      },
      lost: (_: RunSession, key: string) => this.lost[key] ?? noUsage,
    } as unknown as ModelCalls;
    const tools = {
      hasEnded: (_: RunSession, key: string) => stepIn(session, key) === 'settled',
      onlyReads: () => false,
      run: (_: ActiveTurn, key: string, call: ToolCall, atEnd: FillEnd) =>
        this.useTool(key, call, atEnd),
    } as unknown as ToolRunner;
    const write = (line: string): void => void this.lines.push(line);
    const sinks = { out: write, err: write };
    const logger = new OfficeLogger({ clock: new SystemClock(), level: 'debug', sinks });
    return new ToolLoop(calls, new ToolRound(tools, noForesight), logger).run(this.turn, {
      messages: [{ role: 'user', content: 'ask' }],
      tools: [],
      room: 100_000,
      ceiling: { tokensOutMax: 1, models: [] },
    });
  }

  private readonly turn: ActiveTurn = {
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
    conversation: 's/dev',
    grantedTools: ['think'],
    ...{ slot: noSlot, work: this.session.handover.begin() },
    memory: { query: '', facts: [], total: 0 },
  };

  private async answer(ask: ModelAsk): Promise<RecordedAnswer> {
    const recorded = this.session.steps.find(modelCallStep, ask.key);
    if ('result' in recorded) return recorded.result;
    this.done.push(ask.key);
    this.received.push(ask.messages);
    this.choices.push(ask.toolChoice);
    const next = this.script[Math.min(this.received.length, this.script.length) - 1];
    if (next === undefined || next instanceof Error) throw next ?? new Error('nothing scripted');
    return next;
  }

  /** Distinguishes tools by name. */
  private async useTool(key: string, { name }: ToolCall, atEnd: FillEnd): Promise<ToolOutcome> {
    const recorded = this.session.steps.find(toolCallStep, key);
    if ('result' in recorded) return recorded.result;
    this.done.push(key);
    this.onTool(name);
    const record = sampleToolCall({ id: key, name, affectsPaths: [`${name}.ts`] });
    const value = { record, content: `result of ${name}`, factIds: [] };
    holdStep(this.session, { key, state: 'settled', value });
    atEnd({} as RunCommit, value);
    return value;
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
    const answered = (name: string) => ({
      role: 'tool',
      content: `result of ${name}`,
      toolCallId: 'call_0',
      name,
    });
    expect(conversation.received[1]).toEqual([
      { role: 'user', content: 'ask' },
      {
        role: 'assistant',
        content: 'let me see',
        toolCalls: [use('a'), use('b')],
        origin: { servedBy: { providerId: 'provider', modelId: 'one' } },
      },
      { ...answered('a'), documentId: 's/dev/m1/t0' },
      { ...answered('b'), content: told('b', 7), documentId: 's/dev/m1/t1' },
    ]);
    expect(progress).toMatchObject({ text: 'let me see\n\ndone', wroteFiles: ['a.ts', 'b.ts'] });
    expect(progress.usage.costUsd).toBe(2);
  });

  it('pays for tries that were cut off and are not made again, since the run is cancelled', async () => {
    const conversation = new Conversation([]);
    const usage = { ...noUsage, tokensOut: 7, costUsd: 0.5 };
    conversation.lost['s/dev/m1'] = usage;
    conversation.session.cancel();
    const expected = { progress: { usage }, ending: { status: 'cancelled' } };
    expect(await conversation.run()).toMatchObject(expected);
  });

  it('announces the next call with the result of the last tool, and none after the eighth', async () => {
    const conversation = new Conversation([calls('', 'a', 'b'), calls('', 'c'), says('done')]);
    await conversation.run();
    expect(conversation.announced).toEqual([
      ['s/dev/m2', 4],
      ['s/dev/m3', 6],
    ]);
    const endless = new Conversation([calls('', 'a')]);
    await endless.run();
    expect(endless.announced.at(-1)?.[0]).toBe('s/dev/m8');
  });

  it('never takes a message back', async () => {
    const conversation = new Conversation([calls('', 'a'), calls('', 'b'), says('done')]);
    await conversation.run();
    const { received } = conversation;
    expect(received[1]?.slice(0, 1)).toEqual(received[0]);
    expect(received[2]?.slice(0, 3)).toEqual(received[1]);
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
    expect(conversation.log).toContain('turn turn_1 failed unexpectedly: x is not a function');
  });
});

describe('the cap on tools', () => {
  it('is eight answers: the tools of the eighth still run, and there is no ninth', async () => {
    const conversation = new Conversation([calls('thinking', 'a')]);
    const { ending, progress } = await conversation.run();
    expect(conversation.received).toHaveLength(8);
    const results = conversation.received.at(-1)?.filter(({ role }) => role === 'tool') ?? [];
    expect(results.map(({ content }) => content)).toEqual(sevenToOne);
    expect(conversation.choices).toEqual([...Array.from({ length: 7 }), 'none']);
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
    expect(progress.toolCalls.map(({ name }) => name)).toEqual(['a', 'b']);
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
    for (const step of stepsOf(first.session)) holdStep(continued.session, step);
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
      const steps = stepsOf(whole.session).slice(0, kept);
      const answered = steps.filter(({ key }) => /m\d+$/.test(key)).length;
      const continued = new Conversation(script.slice(answered));
      for (const step of steps) holdStep(continued.session, step);
      expect(await continued.run()).toEqual(expected);
      expect([...steps.map(({ key }) => key), ...continued.done]).toEqual(whole.done);
    },
  );

  it('lets go at once when this process must: nothing is settled', async () => {
    await expect(new Conversation([new RunHalted('run')]).run()).rejects.toThrow(RunHalted);
  });
});
