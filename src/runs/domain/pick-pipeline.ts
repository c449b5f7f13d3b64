import type { Pipeline } from '../../protocol/records/work.js';

const questionLimit = 240;
const changeLimit = 600;

const questionStart =
  /^(what|why|how|when|where|who|which|is|are|does|do|can|could|should|explain|tell me)\b/i;
const changeWord =
  /\b(fix|bug|refactor|rename|update|change|patch|tweak|adjust|upgrade|move|remove|delete)\b/i;

/**
 * The pipeline a brief asks for: the one named if the floor offers it, else a short question goes
 * to `quick-answer`, a short change to `code-change`, and the rest to `product-build` or the first
 * on offer (behaviour-engine.md 1.3). Undefined only when nothing is offered.
 */
export function pickPipeline(
  brief: string,
  offered: readonly Pipeline[],
  pipelineId?: string,
): Pipeline | undefined {
  const find = (id: string) => offered.find((pipeline) => pipeline.id === id);
  const text = brief.trim();
  return (
    (pipelineId === undefined ? undefined : find(pipelineId)) ??
    (isQuestion(text) ? find('quick-answer') : undefined) ??
    (isChange(text) ? find('code-change') : undefined) ??
    find('product-build') ??
    offered[0]
  );
}

function isQuestion(text: string): boolean {
  return text.length < questionLimit && (text.endsWith('?') || questionStart.test(text));
}

function isChange(text: string): boolean {
  return text.length < changeLimit && changeWord.test(text);
}
