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

/** What the simulated employee of a scene says or does next. */
export function playScene(scene: Scene): ScriptedAnswer {
  return scripts[scene.kind](scene);
}
