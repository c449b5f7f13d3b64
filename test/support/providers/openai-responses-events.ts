import { piecesOf } from './core/frames.js';
import type { Frame } from './core/frames.js';
import type { Json } from './core/provider-rules.js';

/**
 * The events of a response's stream:
 * https://developers.openai.com/api/reference/resources/responses/streaming-events
 */
export function framesOf(whole: Json): readonly Frame[] {
  let number = 0;
  const frame = (type: string, fields: Json): Frame => ({
    event: type,
    data: { type, sequence_number: number++, ...fields },
  });
  const started = {
    ...whole,
    status: 'in_progress',
    output: [],
    usage: null,
    incomplete_details: null,
  };
  const output = whole['output'] as readonly Json[];
  const end = whole['status'] === 'completed' ? 'response.completed' : 'response.incomplete';
  return [
    frame('response.created', { response: started }),
    frame('response.in_progress', { response: started }),
    ...output.flatMap((item, index) => itemFrames(item, index, frame)),
    frame(end, { response: whole }),
  ];
}

function itemFrames(
  item: Json,
  index: number,
  frame: (type: string, fields: Json) => Frame,
): readonly Frame[] {
  const at = { item_id: item['id'], output_index: index };
  const empty = { summary: [], content: [], arguments: '' };
  const names = Object.keys(empty).filter((name) => name in item);
  const begun = Object.fromEntries(names.map((name) => [name, empty[name as keyof typeof empty]]));
  return [
    frame('response.output_item.added', {
      output_index: index,
      item: { ...item, ...begun, ...('status' in item && { status: 'in_progress' }) },
    }),
    ...innerFrames(item, at, frame),
    frame('response.output_item.done', { output_index: index, item }),
  ];
}

function innerFrames(
  item: Json,
  at: Json,
  frame: (type: string, fields: Json) => Frame,
): readonly Frame[] {
  if (item['type'] === 'function_call') {
    const args = String(item['arguments']);
    const kind = 'response.function_call_arguments';
    const pieces = piecesOf(args).map((delta) => frame(`${kind}.delta`, { ...at, delta }));
    return [...pieces, frame(`${kind}.done`, { ...at, arguments: args, name: item['name'] })];
  }
  const isReasoning = item['type'] === 'reasoning';
  const parts = (isReasoning ? item['summary'] : item['content']) as readonly Json[];
  return parts.flatMap((part, place) => {
    const refused = part['type'] === 'refusal';
    const text = String(part['text'] ?? part['refusal']);
    const where = isReasoning ? { ...at, summary_index: place } : { ...at, content_index: place };
    const kind = isReasoning ? 'reasoning_summary_text' : refused ? 'refusal' : 'output_text';
    const container = isReasoning ? 'reasoning_summary_part' : 'content_part';
    return [
      frame(`response.${container}.added`, { ...where, part: { ...part, text: '' } }),
      ...piecesOf(text).map((delta) => frame(`response.${kind}.delta`, { ...where, delta })),
      frame(`response.${kind}.done`, { ...where, [refused ? 'refusal' : 'text']: text }),
      frame(`response.${container}.done`, { ...where, part }),
    ];
  });
}
