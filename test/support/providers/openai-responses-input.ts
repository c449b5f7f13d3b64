import { z } from 'zod';
import type { Conversation } from './core/reply.js';
import { unseal } from './core/signatures.js';
import { tooLong } from './core/openai-words.js';
import type { Call } from './core/provider-rules.js';
import { invalidOpenAi, openAiError } from './openai-models.js';

/** Items of `input`: https://developers.openai.com/api/reference/resources/responses/methods/create */
const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(part)]);
export const inputItem = z.looseObject({
  type: z.string().optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']).optional(),
  id: z.string().nullish(),
  content: content.nullish(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  output: content.optional(),
  encrypted_content: z.string().nullish(),
  summary: z.array(part).optional(),
});
export type InputItem = z.infer<typeof inputItem>;

/** Prefix of sealed reasoning. */
export const reasoningSeal = 'gAAAAAB';

/** Items that the provider stored on request. */
export interface Stored {
  /** Reasoning items by id. */
  readonly reasoning: Map<string, { readonly sealed: string }>;
  /** Reasoning items by the id of the call they led to. */
  readonly beforeCall: Map<string, string>;
}

const mostIdLength = 64;
const idPrefixes: Readonly<Record<string, string>> = {
  reasoning: 'rs',
  function_call: 'fc',
  message: 'msg',
};
const partTypes: Readonly<Record<string, readonly string[]>> = {
  user: ['input_text', 'input_image', 'input_file'],
  system: ['input_text', 'input_image', 'input_file'],
  developer: ['input_text', 'input_image', 'input_file'],
  assistant: ['output_text', 'refusal'],
};

export function typeOf({ type, role }: InputItem): string {
  return type ?? (role === undefined ? 'unknown' : 'message');
}

/** Checks the input items. */
export function checkItems(items: readonly InputItem[], stored: Stored, call: Call): void {
  for (const [index, item] of items.entries()) {
    checkItem(item, index);
    if (typeOf(item) === 'reasoning') checkReasoning(item, index, items, stored);
  }
  checkCalls(items);
  checkReasoningReturned(items, stored, call);
}

function checkItem(item: InputItem, index: number): void {
  const type = typeOf(item);
  const known = ['message', 'function_call', 'function_call_output', 'reasoning', 'item_reference'];
  if (!known.includes(type)) {
    const message = `Invalid value: '${type}'. Supported values are: ${known.map((name) => `'${name}'`).join(', ')}.`;
    throw invalidOpenAi('item-shape', { message, param: `input[${index}]`, code: 'invalid_value' });
  }
  checkParts(item, index);
  const length = item.call_id?.length ?? 0;
  if (length > mostIdLength) {
    throw invalidOpenAi('call-id', tooLong(`input[${index}].call_id`, mostIdLength, length));
  }
  checkId(item, type, index);
}

/** https://github.com/vercel/ai/issues/7099 and others: ids begin with the type of the item. */
function checkId({ id }: InputItem, type: string, index: number): void {
  const prefix = idPrefixes[type];
  if (id === undefined || id === null || prefix === undefined || id.startsWith(prefix)) return;
  const param = `input[${index}].id`;
  const message = `Invalid '${param}': '${id}'. Expected an ID that begins with '${prefix}'.`;
  throw invalidOpenAi('item-id', { message, param, code: 'invalid_value' });
}

function checkParts({ role, content: parts }: InputItem, index: number): void {
  if (role === undefined || !Array.isArray(parts)) return;
  for (const [place, { type }] of parts.entries()) {
    const known = partTypes[role] ?? [];
    if (known.includes(type)) continue;
    const names = known.map((name) => `'${name}'`);
    const message = `Invalid value: '${type}'. Supported values are: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
    const param = `input[${index}].content[${place}]`;
    throw invalidOpenAi('item-shape', { message, param, code: 'invalid_value' });
  }
}

function checkReasoning(
  { id, encrypted_content: sealed }: InputItem,
  index: number,
  items: readonly InputItem[],
  stored: Stored,
): void {
  if (sealed === undefined || sealed === null) {
    if (id === undefined || id === null || !stored.reasoning.has(id)) throw notStored(String(id));
  } else if (unseal(reasoningSeal, sealed) === null) {
    // https://github.com/smallmain/vscode-unify-chat-provider/issues/178
    const message = `The encrypted content for item ${id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`;
    throw openAiError('encrypted', 400, {
      message,
      param: null,
      code: 'invalid_encrypted_content',
    });
  }
  const next = items[index + 1];
  if (next !== undefined && ['function_call', 'reasoning'].includes(typeOf(next))) return;
  if (next?.role === 'assistant') return;
  // https://github.com/vercel/ai/issues/8379
  const message = `Item '${id}' of type 'reasoning' was provided without its required following item.`;
  throw invalidOpenAi('reasoning-order', { message, param: 'input', code: null });
}

/** https://github.com/openai/openai-agents-js/issues/546 */
function notStored(id: string): Error {
  const message = `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`;
  return openAiError('reasoning-stored', 404, { message, param: 'input', code: null });
}

/** https://github.com/router-for-me/CLIProxyAPI/issues/2016 */
function checkCalls(items: readonly InputItem[]): void {
  const ids = (type: string): readonly string[] =>
    items.filter((item) => typeOf(item) === type).map(({ call_id: id }) => id ?? '');
  const calls = ids('function_call');
  const outputs = ids('function_call_output');
  const unanswered = calls.find((id) => !outputs.includes(id));
  if (unanswered !== undefined) {
    const message = `No tool output found for function call ${unanswered}.`;
    throw invalidOpenAi('order', { message, param: 'input', code: null });
  }
  const orphan = outputs.find((id) => !calls.includes(id));
  if (orphan !== undefined) {
    const message = `No tool call found for function call output with call_id ${orphan}.`;
    throw invalidOpenAi('order', { message, param: 'input', code: null });
  }
}

/** A stored call needs the reasoning that led to it; other calls cannot be checked. */
function checkReasoningReturned(items: readonly InputItem[], stored: Stored, call: Call): void {
  const carries = (item: InputItem): boolean =>
    typeOf(item) === 'reasoning' || typeOf(item) === 'item_reference';
  const given = new Set(items.filter(carries).map(({ id }) => id));
  for (const item of items) {
    if (typeOf(item) !== 'function_call') continue;
    const reasoning = stored.beforeCall.get(item.call_id ?? '');
    if (reasoning === undefined || given.has(reasoning)) continue;
    if (item.id !== undefined && item.id !== null && stored.reasoning.has(reasoning)) {
      // https://github.com/0xPlaygrounds/rig/issues/751
      const message = `Item '${item.id}' of type 'function_call' was provided without its required 'reasoning' item: '${reasoning}'.`;
      throw invalidOpenAi('reasoning-returned', { message, param: 'input', code: null });
    }
    call.lose(`the reasoning item before ${item.call_id}`);
  }
}

export function itemText({ content: said, output, arguments: args }: InputItem): string {
  const value = said ?? output ?? args ?? '';
  return typeof value === 'string' ? value : value.map(({ text = '' }) => text).join('\n');
}

export function messagesOf(
  instructions: string | null | undefined,
  items: readonly InputItem[],
): Conversation['messages'] {
  const head = instructions ? [{ role: 'system' as const, text: instructions }] : [];
  const told = items.flatMap((item): Conversation['messages'][number][] => {
    const text = itemText(item);
    switch (typeOf(item)) {
      case 'message':
        return [{ role: item.role === 'developer' ? 'system' : (item.role ?? 'user'), text }];
      case 'function_call':
        return [{ role: 'assistant', text: '' }];
      case 'function_call_output':
        return [{ role: 'tool', text }];
      default:
        return [];
    }
  });
  return [...head, ...told];
}
