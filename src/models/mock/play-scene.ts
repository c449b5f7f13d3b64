import { askedTool } from './asked-tool.js';
import type { Scene } from './scene.js';
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

const scripts: Readonly<Record<TurnKind, (scene: Scene) => ScriptedAnswer>> = {
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

/** What the simulated employee of a scene says or does next: first what it was told to use. */
export function playScene(scene: Scene): ScriptedAnswer {
  const script = scripts[scene.kind];
  const toolCall = askedTool(scene);
  if (toolCall === null) return script(scene);
  if (scene.toolResults.length === 0) return { text: '', toolCall };
  return script({ ...scene, toolResults: scene.toolResults.slice(1) });
}
