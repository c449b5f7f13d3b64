import type { Pipeline } from '../../protocol/records/work.js';
import { pipelineReasons } from '../../protocol/texts/runs.js';

const questionLimit = 240;
const changeLimit = 600;

/** Polite beginnings of a request. */
const requestStart =
  /^(?:please|let us|let's|(?:can|could|would|will) (?:you|we|someone|somebody)|would it be possible to)\b[\s,]*(?:please|kindly|just)?\b\s*/i;
const questionStart =
  /^(what|why|how|when|where|who|which|is|are|does|do|can|could|should|explain|tell me)\b/i;
/** Verbs of a request for knowledge instead of work. */
const knowledgeStart =
  /^(?:explain|tell|describe|show me|say|summari[sz]e|compare|answer|clarify|help me understand|what|why|how|when|where|who|which)\b/i;
const changeWord =
  /\b(fix|bug|refactor|rename|update|change|patch|tweak|adjust|upgrade|move|remove|delete)\b/i;
/** Verbs of a change request that also occur in descriptions of new products. */
const requestedChange =
  /^(?:add|allow|clean up|convert|correct|deprecate|drop|extend|handle|improve|introduce|make|migrate|reduce|replace|rewrite|simplify|speed up|support|swap|switch|use)\b/i;
const productStart = /^(?:build|create|design|develop|implement|write)\b/i;

interface PickedPipeline {
  readonly pipeline: Pipeline;
  /** Why it was chosen, for people. */
  readonly reason: string;
}

/** The kind of request, by its form. */
type BriefKind = 'question' | 'change' | 'requested-change' | 'product';

/**
 * Chooses a brief's pipeline: the named one if the floor offers it; else `quick-answer` for a short
 * question, `code-change` for a short change (even in the form of a question), and `product-build`
 * or the first offered one for the rest. Undefined only if none is offered.
 */
export function pickPipeline(
  brief: string,
  offered: readonly Pipeline[],
  pipelineId?: string,
): PickedPipeline | undefined {
  const find = (id: string) => offered.find((pipeline) => pipeline.id === id);
  const named = pipelineId === undefined ? undefined : find(pipelineId);
  if (named !== undefined) return { pipeline: named, reason: pipelineReasons.named };
  for (const [kind, id] of likelyKinds(brief.trim())) {
    const pipeline = find(id);
    if (pipeline !== undefined) return { pipeline, reason: pipelineReasons[kind] };
  }
  const [first] = offered;
  return first && { pipeline: first, reason: pipelineReasons.first };
}

/** Possible kinds of a brief, the most likely first, with their pipelines. */
function likelyKinds(text: string): readonly (readonly [BriefKind, string])[] {
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
