import type { Pipeline } from '../../protocol/records/work.js';
import { pipelineReasons } from '../../protocol/texts/runs.js';

const questionLimit = 240;
const changeLimit = 600;

/** What a brief in the form of a request begins with, before what is asked for. */
const requestStart =
  /^(?:please|let us|let's|(?:can|could|would|will) (?:you|we|someone|somebody)|would it be possible to)\b[\s,]*(?:please|kindly|just)?\b\s*/i;
const questionStart =
  /^(what|why|how|when|where|who|which|is|are|does|do|can|could|should|explain|tell me)\b/i;
/** Verbs of a request that wants to know, and not to have something done. */
const knowledgeStart =
  /^(?:explain|tell|describe|show me|say|summari[sz]e|compare|answer|clarify|help me understand|what|why|how|when|where|who|which)\b/i;
const changeWord =
  /\b(fix|bug|refactor|rename|update|change|patch|tweak|adjust|upgrade|move|remove|delete)\b/i;
/** Verbs of a request for a change that statements use for new products, too. */
const requestedChange =
  /^(?:add|allow|clean up|convert|correct|deprecate|drop|extend|handle|improve|introduce|make|migrate|reduce|replace|rewrite|simplify|speed up|support|swap|switch|use)\b/i;
const productStart = /^(?:build|create|design|develop|implement|write)\b/i;

interface PickedPipeline {
  readonly pipeline: Pipeline;
  /** Why it was chosen, for people. */
  readonly reason: string;
}

/** What a brief asks for, by its form. */
type Wish = 'question' | 'change' | 'requested-change' | 'product';

/**
 * The pipeline a brief asks for: the one named if the floor offers it, else a short question goes
 * to `quick-answer`, a short change to `code-change`, be it asked for in the form of a question, and
 * the rest to `product-build` or the first on offer. Undefined only when nothing is offered.
 */
export function pickPipeline(
  brief: string,
  offered: readonly Pipeline[],
  pipelineId?: string,
): PickedPipeline | undefined {
  const find = (id: string) => offered.find((pipeline) => pipeline.id === id);
  const named = pipelineId === undefined ? undefined : find(pipelineId);
  if (named !== undefined) return { pipeline: named, reason: pipelineReasons.named };
  for (const [wish, id] of wishesOf(brief.trim())) {
    const pipeline = find(id);
    if (pipeline !== undefined) return { pipeline, reason: pipelineReasons[wish] };
  }
  const [first] = offered;
  return first && { pipeline: first, reason: pipelineReasons.first };
}

/** What a brief may want, the likeliest first, with the pipeline for it. */
function wishesOf(text: string): readonly (readonly [Wish, string])[] {
  const asked = text.replace(requestStart, '');
  const isRequest = asked !== text;
  const isAsked = isRequest && !knowledgeStart.test(asked);
  const short = text.length < changeLimit;
  const product = ['product', 'product-build'] as const;
  const change = ['change', 'code-change'] as const;
  if (isAsked && short && (changeWord.test(asked) || requestedChange.test(asked))) {
    return [['requested-change', 'code-change'], product];
  }
  const isQuestion = isRequest
    ? !isAsked || (text.endsWith('?') && !productStart.test(asked))
    : text.endsWith('?') || questionStart.test(text);
  return [
    ...(isQuestion && text.length < questionLimit ? [['question', 'quick-answer'] as const] : []),
    ...(short && changeWord.test(text) ? [change] : []),
    product,
  ];
}
