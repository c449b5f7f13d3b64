import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aSession } from '#test/runs/support/a-session.js';
import { aTurnRequest } from '#test/runs/support/an-active-turn.js';
import { noKnowledge } from '#test/runs/support/fake-stage.js';
import { sampleOrg, sampleRole } from '#test/runs/support/sample-role.js';
import { begunTurn } from '#test/runs/support/steps.js';
import { aModel } from '#test/support/models/a-model.js';
import type { ModelsService } from '#models/models.service.js';
import type { Workspace } from '#protocol/records/organisation.js';
import type { SkillsService } from '#skills/skills.service.js';
import { Prompts } from '../../prompts/prompts.js';
import type { RecordedTurn } from '../../journal/recorded.js';
import { conversationTokens } from './fit-conversation.js';
import { PromptAssembler } from './prompt-assembler.js';

const prompts = Prompts.load();
const role = sampleRole('dev');
const nothing = { query: '', facts: [], total: 0 };

function assembled(window: number, brief: string, results: readonly string[], said: string) {
  const model = aModel({ contextWindow: window, maxOutputTokens: 8192 });
  const assembler = new PromptAssembler(
    prompts,
    { callable: () => ({ model }) } as unknown as ModelsService,
    { all: () => [] } as unknown as SkillsService,
  );
  const stageSummaries = results.map((summary, index) => ({
    id: `stage-${index + 1}`,
    name: `Stage ${index}`,
    kind: 'architect' as const,
    summary,
  }));
  const request = {
    ...aTurnRequest(role),
    knowledge: { ...noKnowledge, brief, stageSummaries },
    transcript: [{ speaker: 'Ada', roleId: 'cto', turnId: 'turn_1', purpose: 'open', text: said }],
  };
  const plan = begunTurn('s/dev').value as RecordedTurn;
  const session = aSession();
  session.floor = { org: sampleOrg([role]), skillIds: [] } as unknown as Workspace;
  return assembler.assemble(session, request, plan, nothing, []);
}

describe('what a turn begins with', () => {
  it('shows all of a brief and results of usual size in a large window', () => {
    const plan = 'Plan. '.repeat(900);
    const { messages } = assembled(200_000, 'Build it.', [plan], 'Use SQLite.');
    expect(messages.at(-1)?.content).toContain(plan.trim());
    expect(messages.at(-1)?.content).not.toContain('left out here');
  });

  it('consists of its blocks', () => {
    const { messages } = assembled(200_000, 'Build it.', [], 'Use SQLite.');
    const user = messages.at(-1);
    expect(user?.blocks?.map(({ text }) => text).join('')).toBe(user?.content);
  });

  it('law: leaves room for a conversation, whatever the sizes and the window', () => {
    const long = (max: number) =>
      fc
        .tuple(fc.constantFrom('word ', 'a{};', '办公'), fc.nat(max))
        .map(([piece, count]) => piece.repeat(count));
    fc.assert(
      fc.property(
        fc.integer({ min: 8192, max: 400_000 }),
        long(60_000),
        fc.array(long(20_000), { maxLength: 8 }),
        long(10_000),
        (window, brief, results, said) => {
          const { messages, room } = assembled(window, brief, results, said);
          expect(room).toBeLessThan(window);
          expect(conversationTokens(messages)).toBeLessThan(room * 0.85);
        },
      ),
      { numRuns: 40 },
    );
  });
});
