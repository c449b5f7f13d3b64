import type { Conversation, Reply, ReplyCall } from '#test/support/providers/core/reply.js';
import type { EvalTask } from '../harness/eval-task.js';
import { changeScripts } from './change-scripts.js';
import { fixScripts } from './fix-scripts.js';
import { packageScripts } from './package-scripts.js';
import type { TaskScript } from './task-script.js';
import { NotShown, plan, shell, View } from './view.js';
import type { Move, Step } from './view.js';

/** The script of every task, by id. */
const scripts: Readonly<Record<string, TaskScript>> = {
  ...fixScripts,
  ...changeScripts,
  ...packageScripts,
};

/**
 * A brain that plays every employee in the given tasks. It only reads what a model would be shown;
 * if something is missing there, it says so instead of doing the work.
 */
export function solverFor(tasks: readonly EvalTask[]): (conversation: Conversation) => Reply {
  return (conversation) => {
    const view = new View(conversation);
    try {
      return replyOf(nextMove(tasks, view));
    } catch (error) {
      if (error instanceof NotShown) return { text: `I cannot go on: ${error.message}.` };
      throw error;
    }
  };
}

function nextMove(tasks: readonly EvalTask[], view: View): Move {
  const task = tasks.find(({ brief }) => view.prompt.includes(brief));
  const script = task && (scripts[task.id] ?? scriptOf(task));
  if (script === undefined) throw new NotShown('the prompt holds no brief that I know');
  return moveAmong(stepsOf(script, view), view);
}

/** The next of the steps. Files that the prompt shows whole are not read, as it asks. */
function moveAmong(steps: readonly Step[], view: View): Move {
  const { answers } = view;
  let seen: readonly string[] = [];
  let answered = 0;
  for (const step of steps) {
    const move = step(view.having(seen));
    const calls = typeof move === 'string' || 'text' in move ? [] : move;
    const shown = calls.map((call) => view.shownWhole(call));
    const isShown = calls.length > 0 && !shown.includes(undefined);
    const results = isShown ? [] : answers[answered];
    if (!isShown && results === undefined) {
      return calls.length === 0 ? move : calls.filter((_, at) => shown[at] === undefined);
    }
    const told = [...(results ?? [])];
    seen = [
      ...seen,
      ...(calls.length === 0 ? told : shown.map((text) => text ?? told.shift() ?? '')),
    ];
    if (!isShown) answered += 1;
  }
  return steps.at(-1)?.(view.having(seen)) ?? 'There is nothing to do for me here.';
}

/** Where a task brings its own solution, that is run. */
function scriptOf({ solution }: EvalTask): TaskScript | undefined {
  if (solution === undefined) return undefined;
  return {
    build: [() => [shell(solution)], () => 'The work is done.'],
    verify: 'git status --short',
  };
}

/** The answers of this turn, for the stage named in the prompt. */
function stepsOf(script: TaskScript, view: View): readonly Step[] {
  switch (view.stageKind) {
    case 'plan':
      return planned(script, view);
    case 'build':
      return buildSteps(script, view);
    case 'review':
      return verification(script);
    case 'debate':
    case 'workshop':
      return [() => 'The brief leaves nothing open.\n\nPosition: agreed'];
    case 'architect':
      return [() => 'The plan stands as it is.'];
    case 'research':
      return script.research ?? [() => 'Nothing has to be looked up.'];
    default:
      return view.prompt.includes('FINDING: ') ? [report] : (script.research ?? [report]);
  }
}

function buildSteps(script: TaskScript, view: View): readonly Step[] {
  if (view.prompt.includes('You are alone with this')) {
    return script.alone ?? script.build ?? script.research ?? [];
  }
  return /^You are [^\n]*Backend/m.test(view.prompt)
    ? (script.build ?? [])
    : [() => 'Nothing is assigned to me.'];
}

function verification({ verify }: TaskScript): readonly Step[] {
  const approved = 'The change does what was asked, and no more.\n\nVerdict: approved';
  if (verify === undefined) return [() => `There is nothing that could be run. ${approved}`];
  return [
    () => [shell(verify)],
    (view) => {
      const [code = ''] = view.inLast(/exit code:? (\d+)/i);
      return `VERIFIED: \`${verify}\` ended with ${code}. (end of verification)\n\n${approved}`;
    },
  ];
}

/** A planner that may build itself says so, as its prompt asks; any other plans in words. */
function planned({ plan: read, research, verify }: TaskScript, view: View): readonly Step[] {
  const steps = read ?? research ?? [planInWords];
  const [, roleId] = /Your role id is `(backend-dev-\d)`/.exec(view.prompt) ?? [];
  if (roleId === undefined || !view.holds('set_plan')) return steps;
  const say = steps.at(-1) ?? planInWords;
  return [...steps.slice(0, -1), (shown) => withPlan(say(shown), plan(roleId, verify))];
}

/** A plan in words is set in the same answer. */
const withPlan = (said: Move, set: ReplyCall): Move =>
  typeof said === 'string' ? { text: said, calls: [set] } : said;

const planInWords: Step = () => 'The change belongs to backend-dev-1, as the brief says it.';

/** The report repeats the findings of the review from its prompt. */
function report(view: View): Move {
  const [found = ''] = view.inPrompt(/(VERIFIED: .* \(end of verification\)|FINDING: .*)/);
  return `# Report\n\nThe work is done.\n\n${found}`;
}

function replyOf(move: Move): Reply {
  if (typeof move === 'string') return { text: move };
  return 'text' in move ? { text: move.text, toolCalls: move.calls } : { toolCalls: move };
}
