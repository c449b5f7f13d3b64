/** What Gemini refuses, in its words. */
import { orderProblem, textOf, toolsOf } from './core/chat-dialect.js';
import type { ChatBody, ChatMessage } from './core/chat-dialect.js';
import { Refusal } from './core/refusal.js';
import { geminiSchema } from './core/schema-dialects.js';
import { unseal } from './core/signatures.js';
import { commonLimits, toolProblem } from './core/tool-limits.js';

/** Begins every signature that Gemini gives. */
export const signatureSeal = 'CiQ';

/** Errors come as an array: https://github.com/Gitlawb/openclaude/issues/67 */
export function refusal(
  rule: string,
  code: number,
  status: string,
  message: string,
  details?: unknown[],
) {
  return new Refusal(rule, code, [
    { error: { code, message, status, ...(details !== undefined && { details }) } },
  ]);
}

export function invalid(rule: string, message: string): Refusal {
  return refusal(rule, 400, 'INVALID_ARGUMENT', message);
}

/** True from Gemini 3 on: these models always think and sign their calls. */
export function isSigned(model: string): boolean {
  return !model.startsWith('gemini-2');
}

export function checkEffort({ reasoning_effort: effort }: ChatBody, model: string): void {
  if (effort !== 'none') return;
  if (!isSigned(model) && model !== 'gemini-2.5-pro') return;
  throw invalid('effort', 'Budget 0 is invalid. This model only works in thinking mode.');
}

/** https://github.com/mrexodia/ida-pro-mcp/issues/129 */
export function checkTools(body: ChatBody): void {
  const problem = toolProblem(toolsOf(body), {
    ...commonLimits,
    namePattern: /^[a-zA-Z_][a-zA-Z0-9_.-]*$/,
    descriptionLength: Infinity,
    nestedProperties: true,
    dialect: geminiSchema,
  });
  if (problem === null) return;
  const at = `* GenerateContentRequest.tools[0].function_declarations[${'index' in problem ? problem.index : 0}]`;
  const badName = `${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.) or dashes (-), with a maximum length of 64.`;
  const texts = {
    'too-many':
      '* GenerateContentRequest.tools[0].function_declarations: at most 128 function declarations are supported.',
    name: badName,
    'name-length': badName,
    duplicate: `Duplicate function declaration found: ${'name' in problem ? problem.name : ''}`,
    'description-length': '',
    'not-an-object': `${at}.parameters.type: must be OBJECT.`,
    schema: '',
    keyword:
      problem.kind === 'keyword'
        ? `Invalid JSON payload received. Unknown name "${problem.keyword}" at '${[at, 'parameters', ...problem.path].join('.')}': Cannot find field.`
        : '',
  };
  throw invalid(
    `tools: ${problem.kind}`,
    problem.kind === 'schema' ? schemaText(at, problem) : texts[problem.kind],
  );
}

function schemaText(at: string, problem: { missing: string; path: readonly string[] }): string {
  const path = ['parameters', ...problem.path].join('.');
  const what =
    problem.missing === 'items'
      ? 'items: missing field.'
      : 'properties: should be non-empty for OBJECT type';
  return `${at}.${path}.${what}`;
}

export function checkMessages(messages: readonly ChatMessage[]): void {
  const contents = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  if (contents.length === 0) {
    throw invalid('empty-message', '* GenerateContentRequest.contents: contents is not specified');
  }
  for (const [index, entry] of contents.entries()) {
    const says = textOf(entry) !== '' || Array.isArray(entry.content);
    if (says || entry.role === 'tool' || (entry.tool_calls ?? []).length > 0) continue;
    const message = `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`;
    throw invalid('empty-message', message);
  }
  // https://github.com/google-gemini/gemini-cli/issues/17208
  const problem = orderProblem(messages);
  if (problem?.kind === 'unanswered') {
    const message =
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    throw invalid('order', message);
  }
  if (problem !== null) {
    const message =
      'Please ensure that function response turn comes immediately after a function call turn.';
    throw invalid('order', message);
  }
}

/** Values that Gemini's documentation allows if a client has no signature. */
const waived = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

/** Of the current turn, the first call of each step: https://ai.google.dev/gemini-api/docs/thought-signatures */
export function checkSignatures(messages: readonly ChatMessage[]): void {
  const contents = messages.filter(({ role }) => role !== 'system' && role !== 'developer');
  const turn = contents.findLastIndex(({ role }) => role === 'user');
  for (const [index, { tool_calls: calls }] of contents.entries()) {
    const first = calls?.[0];
    if (index < turn || first === undefined) continue;
    const signature = signatureOf(first['extra_content']);
    const isOwn = signature !== null && unseal(signatureSeal, signature) !== null;
    if (isOwn || waived.includes(signature ?? '')) continue;
    if (signature !== null) throw invalid('signature-valid', 'Thought signature is not valid');
    const message = `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${first.function.name}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`;
    throw invalid('signature-returned', message);
  }
}

function signatureOf(extra: unknown): string | null {
  const { google } = (extra ?? {}) as { google?: { thought_signature?: string } };
  return google?.thought_signature ?? null;
}
