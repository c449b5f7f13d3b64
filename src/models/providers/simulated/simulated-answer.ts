import { askedTool } from './asked-tool.js';
import { playExample } from './examples/play-example.js';
import type { SimulatedTurn } from './simulated-turn.js';
import type { ScriptedAnswer } from './scripted-answer.js';
import { conversation } from './scripts/conversation.js';
import { debate } from './scripts/debate.js';
import { implementation } from './scripts/implementation.js';
import { intake } from './scripts/intake.js';
import { plan } from './scripts/plan.js';
import { report } from './scripts/report.js';
import { research } from './scripts/research.js';
import { review } from './scripts/review.js';
import { test } from './scripts/test.js';
import type { TurnKind } from './turn-kind.js';

const scripts: Readonly<Record<TurnKind, (turn: SimulatedTurn) => ScriptedAnswer>> = {
  intake,
  plan,
  research,
  debate,
  implementation,
  review,
  test,
  report,
  conversation,
};

/**
 * The next simulated answer: the example's if the brief is one; else a call of the tool that the
 * brief names; else the script of the turn.
 */
export function simulatedAnswer(turn: SimulatedTurn): ScriptedAnswer {
  const played = playExample(turn);
  if (played !== null) return played;
  const script = scripts[turn.kind];
  const toolCall = askedTool(turn);
  if (toolCall === null) return script(turn);
  if (turn.toolResults.length === 0) return { text: '', toolCall };
  return script({ ...turn, toolResults: turn.toolResults.slice(1) });
}
