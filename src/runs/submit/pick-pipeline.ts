import type { Pipeline } from '../../protocol/records/work.js';
import { pipelineReasons } from '../../protocol/texts/runs.js';

const questionLimit = 240;

const changeLimit = 600;

/** What stands before a sentence and says nothing of what it wants. */
const opening = /^(?:(?:and|also|next|now|ok(?:ay)?|so|then)\b[\s,]*)+/i;

/** What a brief in the form of a request begins with, before what is asked for. */
const requestStart =
  /^(?:please|let us|let's|(?:can|could|would|will) (?:you|we|someone|somebody)|would it be possible to)\b[\s,]*(?:please|kindly|just)?\b\s*/i;

const questionStart =
  /^(?:what|why|how|who|which|is|are|does|can|could|should|explain|tell me|(?:when|where) (?:is|are|was|were|do|does|did|can|could|should|will|would|has|have)|do (?:I|we|you|they))\b/i;

/** Verbs of a request that wants to know, and not to have something done. */
const knowledgeStart =
  /^(?:explain|tell|describe|show me|say|summari[sz]e|compare|answer|clarify|help me understand|what|why|how|when|where|who|which)\b/i;

const changeWord =
  /\b(fix|bug|refactor|rename|update|change|patch|tweak|adjust|upgrade|move|remove|delete)\b/i;

/** Verbs of a change request that also occur in descriptions of new products. */
const requestedChange =
  /^(?:add|allow|clean up|convert|correct|deprecate|document|drop|extend|handle|improve|introduce|make|migrate|reduce|replace|rewrite|simplify|speed up|support|swap|switch|use)\b/i;

const productStart = /^(?:build|create|design|develop|implement|write)\b/i;

/** Asks for something that stands on its own, whatever code there is already. */
const newProduct =
  /^(?:build|create|design|develop|implement|make|start|write)\b(?: me| us)? (?:an?|another)\b (?:[\w-]+ ){0,4}?(?:app|application|blog|bot|calculator|cli|clone|command|dashboard|editor|game|library|list|microservice|package|page|product|program|project|prototype|server|service|shop|site|store|tool|tracker|website)(?=$|[.,;:!?]| (?:that|which|for|to|with|in|like|where|using|called|named)\b)/i;

const pipelineOf: Readonly<Record<Wish, string>> = {
  question: 'quick-answer',
  change: 'code-change',
  'requested-change': 'code-change',
  continues: 'code-change',
  code: 'code-change',
  new: 'product-build',
  product: 'product-build',
};

/** What decides on the pipeline of a brief. */
interface BriefFacts {
  readonly brief: string;
  /** The pipeline that was named. */
  readonly pipelineId?: string | undefined;
  /** It goes on from a run that has ended. */
  readonly continues?: boolean;
  /** The workspace holds source code. */
  readonly holdsCode?: boolean;
}

interface PickedPipeline {
  readonly pipeline: Pipeline;
  /** Why it was chosen, for people. */
  readonly reason: string;
}

/** What a brief asks for, by its form and by what it goes on from. */
type Wish = 'question' | 'change' | 'requested-change' | 'continues' | 'code' | 'new' | 'product';

/**
 * The pipeline a brief asks for: the one named if the floor offers it, else `quick-answer` for a short
 * question for knowledge; `code-change` for what goes on from a run or meets code, unless it asks for
 * a new product, and for a short change; `product-build` or the first on offer for the rest.
 * Undefined only when nothing is offered.
 */
export function pickPipeline(
  facts: BriefFacts,
  offered: readonly Pipeline[],
): PickedPipeline | undefined {
  const find = (id: string | undefined) => offered.find((pipeline) => pipeline.id === id);
  const named = find(facts.pipelineId);
  if (named !== undefined) return { pipeline: named, reason: pipelineReasons.named };
  for (const wish of wishesOf(facts)) {
    const pipeline = find(pipelineOf[wish]);
    if (pipeline !== undefined) return { pipeline, reason: pipelineReasons[wish] };
  }
  const [first] = offered;
  return first && { pipeline: first, reason: pipelineReasons.first };
}

/** What a brief may want, the likeliest first. */
function wishesOf({ brief, continues = false, holdsCode = false }: BriefFacts): readonly Wish[] {
  const text = brief.trim().replace(opening, '');
  const asked = text.replace(requestStart, '');
  const isRequest = asked !== text;
  const isAsked = isRequest && !knowledgeStart.test(asked);
  const short = text.length < changeLimit;
  if (isAsked && short && (changeWord.test(asked) || requestedChange.test(asked))) {
    return ['requested-change', 'product'];
  }
  const meetsWork = continues || holdsCode;
  const isQuestion = isRequest
    ? !isAsked || (text.endsWith('?') && !productStart.test(asked) && !meetsWork)
    : text.endsWith('?') || questionStart.test(text);
  const wishes: Wish[] = [];
  if (isQuestion && text.length < questionLimit) wishes.push('question');
  if (meetsWork) wishes.push(wishAmidWork(asked, continues));
  else if (short && changeWord.test(text)) wishes.push('change');
  return [...wishes, 'product'];
}

function wishAmidWork(asked: string, continues: boolean): Wish {
  if (newProduct.test(asked)) return 'new';
  return continues ? 'continues' : 'code';
}
