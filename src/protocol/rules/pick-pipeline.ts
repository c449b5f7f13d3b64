import type { Pipeline } from '../records/work.js';
import { pipelineReasons } from '../texts/runs.js';
import { askedIn } from './fences.js';

const questionLimit = 240;

const changeLimit = 600;

/** Openings without information about the wish. */
const opening =
  /^(?:(?:and|also|next|now|ok(?:ay)?|so|then|but|hi|hello|hey|thanks|thank you|great|perfect|nice|(?:a |one )?(?:more |quick )?question|just wondering|by the way|btw)\b[\s,.!:-]*)+/i;

/** Openings of a request, before its content. */
const requestStart =
  /^(?:please|let us|let's|(?:can|could|would|will) (?:you|we|someone|somebody)|would it be possible to|how about|why (?:not|don['’]t (?:we|you)))\b[\s,]*(?:please|kindly|just|also)?\b\s*/i;

/** Openings of a question, with or without a question mark; not `Does not work`. */
const questionStart =
  /^(?:what|why|how|who|whose|which|(?:is|are|was|were|does|did|has|have|had|can|could|should|will|would|am|may)(?!n't| not)|explain|tell (?:me|us)|(?:when|where) (?:is|are|was|were|do|does|did|can|could|should|will|would|has|have)|do (?:I|we|you|they))\b/i;

/** Openings that ask for knowledge and not for work. */
const knowledgeWords =
  /^(?:explain|tell (?:me|us)|describe|show (?:me|us)|summari[sz]e|help me understand|list (?:all|every|our|some|the|which)|find (?:out|where|the places?)|walk (?:me|us) through|give (?:me|us) an? (?:overview|summary|list|idea)|I(?: wonder|(?:['’]d| would) like to (?:know|understand)))\b/i;
/** The same after the opening of a request. */
const requestedKnowledge =
  /^(?:answer|clarify|compare|define|list|say|tell|what|why|how|when|where|who|whose|which)\b/i;
const freeKnowledge = /^(?:compare|define|list)\b/i;
/** Places for a text, such as a README: the brief asks to write there what it describes. */
const intoText =
  /\b(?:in|into|to) (?:(?:the|a|our) (?:[\w-]+ )?(?:readme|docs?|documentation|changelog|guide|manual|help|comments?|docstrings?|wiki)\b|[\w/-]+\.(?:md|rst|txt)\b)/i;

const changeWord =
  /\b(fix|bug|refactor|rename|update|change|patch|tweak|adjust|upgrade|move|remove|delete)\b/i;

/** Verbs of a change request that also occur in descriptions of new products. */
const requestedChange =
  /^(?:add|allow|clean up|convert|correct|deprecate|document|drop|extend|handle|improve|introduce|make|migrate|reduce|replace|rewrite|simplify|speed up|support|swap|switch|use)\b/i;

/** A later sentence that orders work. */
const order =
  /[.?!;] +(?:(?:please|if (?:not|so|no|yes)|then|so|and|just),? +){0,3}(?:add|adjust|correct|delete|do|drop|fix|handle|mend|move|refactor|remove|rename|repair|replace|rewrite|update|upgrade)\b(?! or\b| (?:we|I|you|they)\b)|, (?:please )?(?:add|correct|drop|fix|handle|mend|remove|repair) (?:it|that|them|this)\b/i;

/** A later sentence that says how code should behave: `Why null? It should throw.` */
const expectation =
  /[.?!;] +(?:(?:it|they|this|that|these|those|(?:the|an?|its|our) (?:[\w-]+ )?[\w-]+|`[^`]{1,60}`|[\w.]{1,60}\([^)]{0,40}\)) (?:should|must|ought to|(?:has|have|needs?) to|(?:is|are) (?:expected|supposed|meant) to)(?:n['’]t| not)?(?: (?:also|always|instead|just|never|only|rather))? (?!(?:be|do|have|work)(?=$|[,.!]| (?:fine|ok|right|too|already)\b)|(?:I|we|you)\b)|(?:I )?expect(?:ed)?\b[: ])/i;

/** A sentence that begins with an order, even if it ends with a question mark. */
const orderStart = /^(?:add|delete|fix|refactor|remove|rename|repair|replace|rewrite)\b/i;

const productStart = /^(?:build|create|design|develop|implement|write)\b/i;

/** Something new, even if words of change describe it. */
const newThing =
  /^(?:(?:build|create|design|develop|implement|make|write)\b(?: me| us)? )?(?:an?|another|some) (?!(?:[\w-]+ )?(?:bug|change|fix|patch|update)s?(?=$|[.,;:!?]| (?:to|for|of|in|on|that|which|so|and|with)\b))/i;

/** Asks for a new product, even if there is code. */
const newProduct =
  /^(?:(?:build|create|design|develop|generate|implement|make|start|write)\b(?: me| us)? (?:an?|another)|(?:I|we)(?: want|(?:['’]d| would) like| need) (?:an? (?:brand-)?new|another)) (?:(?!(?:about|as|at|by|for|from|in|of|on|that|the|to|with)\b)[\w-]+ ){0,4}?(?:app|application|blog|bot|calculator|cli|clone|dashboard|editor|extension|game|library|microservice|package|(?:home|landing|web) ?page|product|program|project|prototype|server|service|shop|site|(?:to-?do|shopping|wish) ?list|tool|tracker|website)(?=$|[.,;:!?]| (?:that|which|for|to|with|in|like|where|from|using|called|named)\b)/i;
const fromScratch = /^(?:start |build it )?from scratch\b/i;

const pipelineOf: Readonly<Record<Wish, string>> = {
  question: 'quick-answer',
  change: 'code-change',
  'requested-change': 'code-change',
  continues: 'code-change',
  code: 'code-change',
  new: 'product-build',
  product: 'product-build',
};

/** The inputs for choosing a pipeline. */
interface BriefFacts {
  readonly brief: string;
  /** The pipeline that was named. */
  readonly pipelineId?: string | undefined;
  /** The run continues an ended one. */
  readonly continues?: boolean;
  /** The workspace holds source code. */
  readonly holdsCode?: boolean;
}

interface PickedPipeline {
  readonly pipeline: Pipeline;
  /** Why it was chosen, for people. */
  readonly reason: string;
}

/** What a brief asks for, by its form and its context. */
type Wish = 'question' | 'change' | 'requested-change' | 'continues' | 'code' | 'new' | 'product';

/**
 * The pipeline a brief asks for: the one named if the floor offers it, else `quick-answer` for a
 * short question for knowledge; `code-change` for a short change, and for a brief that continues a
 * run or finds code, unless it asks for a new product; `product-build` or the first on offer for
 * the rest. Undefined only if nothing is offered.
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
  const text = askedIn(brief).trim().replace(opening, '');
  const asked = text.replace(requestStart, '');
  const isRequest = asked !== text;
  const isAsked =
    isRequest &&
    (intoText.test(asked) || !(knowledgeWords.test(asked) || requestedKnowledge.test(asked)));
  const short = text.length < changeLimit;
  const meetsWork = continues || holdsCode;
  const isNew = newProduct.test(asked) || fromScratch.test(asked);
  const wishes: Wish[] = [];
  if (isNew) return [meetsWork ? 'new' : 'product'];
  if (isAsked && short && (changeWord.test(asked) || requestedChange.test(asked))) {
    return ['requested-change', 'product'];
  }
  if (isQuestionFor(text, asked, isAsked, meetsWork)) wishes.push('question');
  if (meetsWork) wishes.push(continues ? 'continues' : 'code');
  else if (short && changeWord.test(text) && !newThing.test(asked)) wishes.push('change');
  return [...wishes, 'product'];
}

/** True if a brief asks for knowledge and for no work. */
function isQuestionFor(text: string, asked: string, isAsked: boolean, meetsWork: boolean): boolean {
  if (text.length >= questionLimit || orderStart.test(asked) || order.test(text)) return false;
  const hasMark = text.endsWith('?');
  if (meetsWork && !hasMark && expectation.test(text)) return false;
  if (isAsked) return hasMark && !productStart.test(asked) && !meetsWork;
  if (hasMark) return true;
  if (meetsWork && knowledgeWords.test(asked) && intoText.test(text)) return false;
  const words = questionStart.test(text) || knowledgeWords.test(asked);
  return words || asked !== text || (!meetsWork && freeKnowledge.test(text));
}
