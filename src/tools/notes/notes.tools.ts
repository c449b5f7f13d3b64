import { limits } from '../../protocol/limits.js';
import { planStepStatuses } from '../../protocol/records/enums.js';
import type { PlanStepStatus } from '../../protocol/records/enums.js';
import type { PlanStep } from '../../protocol/records/work-plan.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';

interface TodoWriteArguments {
  readonly todos: readonly PlanStep[];
}

const boxes: Readonly<Record<PlanStepStatus, string>> = {
  pending: '[ ]',
  in_progress: '[~]',
  completed: '[x]',
};

const step = {
  type: 'object',
  additionalProperties: false,
  required: ['content', 'status'],
  properties: {
    content: { type: 'string', minLength: 1, maxLength: limits.planStepCharacters },
    status: { type: 'string', enum: planStepStatuses },
  },
};

export const todoWriteTool = builtInTool<TodoWriteArguments>({
  name: 'todo_write',
  description: "Replace the run's plan: every step in order, at most one in progress.",
  required: ['todos'],
  properties: {
    todos: {
      type: 'array',
      maxItems: limits.planSteps,
      items: step,
    },
  },
  readOnly: true,
  runsAlone: true,
  run: async ({ todos }, context) => {
    if (countOf(todos, 'in_progress') > 1) return failure(toolTexts.oneInProgress);
    await context.setPlan(todos.map(({ content, status }) => ({ content, status })));
    const headline = toolTexts.planUpdated(countOf(todos, 'completed'), todos.length);
    const list = todos.map(({ content, status }) => `${boxes[status]} ${content}`);
    return { ok: true, content: [headline, ...list].join('\n'), preview: headline };
  },
});

function countOf(todos: readonly PlanStep[], status: PlanStepStatus): number {
  return todos.filter((todo) => todo.status === status).length;
}

interface ThinkArguments {
  readonly note: string;
}

export const thinkTool = builtInTool<ThinkArguments>({
  name: 'think',
  description: 'Write down a thought before acting; nobody else reads it.',
  required: ['note'],
  properties: { note: { type: 'string', minLength: 1 } },
  readOnly: true,
  run: async () => ({ ok: true, content: 'Noted.' }),
});
