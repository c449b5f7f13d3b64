import { blocksOf, invalidClaude, markersIn, prefixOf } from './anthropic-body.js';
import type { Block, Message, MessagesBody } from './anthropic-body.js';
import type { ClaudeModel } from './anthropic-models.js';
import { sign, unseal } from './core/signatures.js';
import { anthropicSchema } from './core/schema-dialects.js';
import { toolProblem } from './core/tool-limits.js';
import type { Call } from './core/provider-rules.js';

export const thinkingSeal = 'Er';

/** The content of a thinking block's signature. */
export interface SignedThinking {
  readonly model: string;
  readonly prefix: string;
  /** The text as sent; empty if it was left out. */
  readonly shown: string;
}

/** The mark of a prefix in a signature. */
export function prefixMark(body: MessagesBody, length: number): string {
  return sign(prefixOf(body, length));
}

/** True if the answer to the request begins with thinking. */
export function isThinking({ thinking }: MessagesBody, model: ClaudeModel): boolean {
  if (thinking === undefined) return model.thinksByDefault;
  return thinking.type === 'enabled' || thinking.type === 'adaptive';
}

/** https://platform.claude.com/docs/en/build-with-claude/extended-thinking */
export function checkThinking(body: MessagesBody, model: ClaudeModel): void {
  const { thinking, max_tokens: limit, tool_choice: choice } = body;
  if (thinking !== undefined && !model.thinking.includes(thinking.type)) {
    // https://dev.to/persimmoq/claude-opus-55-sonnet-55-5-settings-that-return-400-when-you-only-change-the-model-name-5g36
    const message = model.thinking.includes('adaptive')
      ? `"thinking.type.${thinking.type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`
      : `${thinking.type} thinking is not supported on this model`;
    throw invalidClaude('thinking-type', message);
  }
  if (thinking?.type === 'enabled') {
    const { budget_tokens: budget = 0 } = thinking;
    if (budget < 1024) {
      throw invalidClaude(
        'budget',
        'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
      );
    }
    if (budget >= limit) {
      const message =
        '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size';
      throw invalidClaude('budget', message);
    }
  }
  const forced = choice?.type === 'any' || choice?.type === 'tool';
  if (forced && (isThinking(body, model) || model.isBound)) {
    const message = 'Thinking may not be enabled when tool_choice forces tool use.';
    throw invalidClaude('tool-choice', message);
  }
}

export function checkSampling(body: MessagesBody, model: ClaudeModel): void {
  const { temperature } = body;
  if (temperature === undefined || temperature === 1) return;
  // https://github.com/tinovyatkin/amazon-bedrock-copilot-chat/issues/546
  if (!model.samples) {
    throw invalidClaude('temperature', '`temperature` is deprecated for this model.');
  }
  // https://github.com/mnfst/modelparams.dev/issues/214
  if (isThinking(body, model)) {
    const message =
      '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult our documentation at https://platform.claude.com/docs/en/build-with-claude/extended-thinking';
    throw invalidClaude('temperature', message);
  }
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview */
export function checkTools({ tools = [] }: MessagesBody): void {
  const list = tools.map(({ input_schema: schema, ...tool }) => ({ ...tool, schema }));
  const problem = toolProblem(list, {
    most: Infinity,
    namePattern: /^[a-zA-Z0-9_-]+$/,
    nameLength: 128,
    descriptionLength: Infinity,
    nestedProperties: false,
    dialect: anthropicSchema,
  });
  // A schema without properties is accepted here.
  if (problem === null || problem.kind === 'schema') return;
  const at = 'index' in problem ? `tools.${problem.index}.custom` : 'tools';
  const badName = `${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
  const texts = {
    'too-many': '',
    'description-length': '',
    name: badName,
    'name-length': badName,
    duplicate: 'tools: Tool names must be unique.',
    'not-an-object': `${at}.input_schema.type: Field required`,
    keyword:
      problem.kind === 'keyword' && problem.keyword === 'name'
        ? `${at}.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`
        : `${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
  };
  throw invalidClaude(`tools: ${problem.kind}`, texts[problem.kind]);
}

/** https://github.com/tghamm/Anthropic.SDK/issues/50 */
export function checkMarkers(body: MessagesBody): void {
  const count = markersIn(body);
  if (count > 4) {
    const message = `A maximum of 4 blocks with cache_control may be provided. Found ${count}.`;
    throw invalidClaude('cache-markers', message);
  }
}

/** https://github.com/LibreChat-AI/agents/pull/124: the answer to blank text. */
export function checkContent({ system, messages }: MessagesBody, model: ClaudeModel): void {
  const parts = typeof system === 'string' ? [system] : (system ?? []).map(({ text = '' }) => text);
  if (parts.includes('')) {
    throw invalidClaude('blank-text', 'system: text content blocks must be non-empty');
  }
  if (messages[0]?.role !== 'user') {
    throw invalidClaude('order', 'messages: first message must use the "user" role');
  }
  for (const [index, entry] of messages.entries()) checkText(entry, index);
  // https://platform.claude.com/docs/en/api/errors#prefill-not-supported
  if (messages.at(-1)?.role === 'assistant' && !model.prefills) {
    const message =
      'This model does not support assistant message prefill. The conversation must end with a user message.';
    throw invalidClaude('prefill', message);
  }
}

function checkText(entry: Message, index: number): void {
  const blocks = blocksOf(entry);
  if (blocks.length === 0 || entry.content === '') {
    const message = `messages.${index}: all messages must have non-empty content except for the optional final assistant message`;
    throw invalidClaude('blank-text', message);
  }
  const texts = blocks.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : []));
  if (texts.includes('')) {
    throw invalidClaude('blank-text', 'messages: text content blocks must be non-empty');
  }
  if (texts.length > 0 && texts.every((text) => text.trim() === '')) {
    const message = 'messages: text content blocks must contain non-whitespace text';
    throw invalidClaude('blank-text', message);
  }
}

/** Checks ids, and that results directly follow their calls. */
export function checkToolUse({ messages }: MessagesBody): void {
  const seen = new Set<string>();
  for (const [index, entry] of messages.entries()) {
    const blocks = blocksOf(entry);
    for (const [place, part] of blocks.entries())
      checkId(part, `messages.${index}.content.${place}`, seen);
    const calls = idsIn(blocks, 'tool_use', 'id');
    const next = messages[index + 1];
    const answered = next === undefined ? [] : leadingResults(blocksOf(next));
    const missing = calls.filter((id) => !answered.includes(id));
    if (missing.length > 0) {
      // https://github.com/anthropics/claude-code/issues/8210
      const message = `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
      throw invalidClaude('order', message);
    }
    checkResults(blocks, messages[index - 1], index);
  }
}

function checkId(part: Block, at: string, seen: Set<string>): void {
  if (part.type !== 'tool_use') return;
  const { id = '', input } = part;
  // https://github.com/anomalyco/opencode/issues/1279 has both.
  if (!/^[a-zA-Z0-9_-]+$/.test(id)) {
    const message = `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
    throw invalidClaude('call-id', message);
  }
  if (seen.has(id)) throw invalidClaude('call-id', `${at}: \`tool_use\` ids must be unique`);
  seen.add(id);
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalidClaude('arguments', `${at}.tool_use.input: Input should be a valid dictionary`);
  }
}

function idsIn(blocks: readonly Block[], type: string, field: 'id' | 'tool_use_id'): string[] {
  return blocks.filter((part) => part.type === type).map((part) => part[field] ?? '');
}

/** Only results before any other block count. */
function leadingResults(blocks: readonly Block[]): string[] {
  const end = blocks.findIndex(({ type }) => type !== 'tool_result');
  return idsIn(end === -1 ? blocks : blocks.slice(0, end), 'tool_result', 'tool_use_id');
}

function checkResults(blocks: readonly Block[], before: Message | undefined, index: number): void {
  const calls = before === undefined ? [] : idsIn(blocksOf(before), 'tool_use', 'id');
  for (const [place, { type, tool_use_id: id = '' }] of blocks.entries()) {
    if (type !== 'tool_result' || calls.includes(id)) continue;
    const message = `messages.${index}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    throw invalidClaude('order', message);
  }
}

/** Checks returned thinking: first, unmodified, and in its conversation. */
export function checkReturnedThinking(
  body: MessagesBody,
  model: ClaudeModel,
  thoughtBefore: ReadonlySet<string>,
  call: Call,
): void {
  const latest = body.messages.findLastIndex(({ role }) => role === 'assistant');
  for (const [index, entry] of body.messages.entries()) {
    if (entry.role !== 'assistant') continue;
    const blocks = blocksOf(entry);
    const thoughts = blocks.filter(isThought);
    checkFirst(body, model, blocks, index, index === latest);
    for (const [place, part] of blocks.entries()) {
      if (part.type === 'thinking') checkBlock(body, model, part, index, place, index === latest);
    }
    const calls = idsIn(blocks, 'tool_use', 'id');
    if (thoughts.length === 0 && calls.some((id) => thoughtBefore.has(id))) {
      call.lose(`the thinking of messages.${index}`);
    }
  }
}

function isThought({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function checkFirst(
  { thinking }: MessagesBody,
  model: ClaudeModel,
  blocks: readonly Block[],
  index: number,
  isLatest: boolean,
): void {
  const [first] = blocks;
  if (first === undefined || isThought(first)) return;
  const manual = thinking?.type === 'enabled';
  // https://github.com/pydantic/pydantic-ai/issues/2075
  if (manual && isLatest && blocks.some(({ type }) => type === 'tool_use')) {
    const message = `messages.${index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`;
    throw invalidClaude('thinking-first', message);
  }
  // https://github.com/anthropics/claude-code/issues/20692
  if (manual && !model.isBound && blocks.some(isThought)) {
    const message = `messages.${index}.content.0: If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${first.type}\`.`;
    throw invalidClaude('thinking-first', message);
  }
}

function checkBlock(
  body: MessagesBody,
  model: ClaudeModel,
  { thinking = '', signature = '' }: Block,
  index: number,
  place: number,
  isLatest: boolean,
): void {
  const at = `messages.${index}.content.${place}`;
  const signed = unseal(thinkingSeal, signature) as SignedThinking | null;
  if (signed === null) {
    throw invalidClaude('signature', `${at}: Invalid \`signature\` in \`thinking\` block`);
  }
  if (signed.shown !== thinking) {
    // https://github.com/anthropics/claude-code/issues/63574
    const message = isLatest
      ? `${at}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`
      : `${at}: Invalid \`signature\` in \`thinking\` block`;
    throw invalidClaude('thinking-unmodified', message);
  }
  const reads = signed.model === body.model || model.reads.includes(signed.model);
  if (!model.isBound || !reads || signed.prefix === prefixMark(body, index)) return;
  // https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/fix-bound-to-a-different-conversation
  const message = `${at}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`;
  throw invalidClaude('thinking-bound', message);
}
