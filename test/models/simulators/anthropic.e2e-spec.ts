import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, list } from '../../support/providers/ask.js';
import { anthropic } from '../../support/providers/anthropic.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { Json } from '../../support/providers/core/provider-rules.js';

const path = '/messages';
const user = { role: 'user', content: 'Read a.' };
const plain = { model: 'claude-haiku-4-5', max_tokens: 4096, messages: [user] };
const newest = { ...plain, model: 'claude-opus-5-5' };
const tool = {
  name: 'read',
  description: 'Reads.',
  input_schema: { type: 'object', properties: { path: { type: 'string' } } },
};
const tools = [tool];
const use = { type: 'tool_use', id: 'toolu_a', name: 'read', input: { path: 'a' } };
const result = { type: 'tool_result', tool_use_id: 'toolu_a', content: 'The text of a.' };
const asked = (...content: Json[]) => ({ role: 'assistant', content });
const told = (...content: Json[]) => ({ role: 'user', content });
const marker = { cache_control: { type: 'ephemeral' } };
const manual = { type: 'enabled', budget_tokens: 2048 };

describe('the simulated Anthropic', () => {
  let provider: ProviderSimulator;
  beforeEach(async () => {
    provider = await ProviderSimulator.start(anthropic());
  });
  afterEach(() => provider.close());

  it('says of its models how much they read and how they think', async () => {
    const { json } = await list(provider);
    expect(json).toMatchObject({ has_more: false });
    expect(json['data']).toContainEqual(
      expect.objectContaining({
        id: 'claude-opus-5-5',
        max_input_tokens: 1_000_000,
        max_tokens: 128_000,
        capabilities: expect.objectContaining({ image_input: { supported: true } }),
      }),
    );
  });

  const { max_tokens: _limit, ...unlimited } = plain;

  it.each<[rule: string, status: number, body: Json, text: string]>([
    ['model', 404, { ...plain, model: 'claude-9' }, 'model: claude-9'],
    ['max-tokens', 400, unlimited, 'max_tokens: Field required'],
    [
      'max-tokens',
      400,
      { ...plain, max_tokens: 64_001 },
      'max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for claude-haiku-4-5',
    ],
    [
      'unknown-field',
      400,
      { ...plain, reasoning_effort: 'low' },
      'reasoning_effort: Extra inputs are not permitted',
    ],
    [
      'thinking-type',
      400,
      { ...newest, thinking: { type: 'disabled' } },
      '"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    ],
    [
      'thinking-type',
      400,
      { ...newest, model: 'claude-opus-4-8', thinking: manual },
      '"thinking.type.enabled" is not supported for this model.',
    ],
    [
      'thinking-type',
      400,
      { ...plain, thinking: { type: 'adaptive' } },
      'adaptive thinking is not supported on this model',
    ],
    [
      'budget',
      400,
      { ...plain, thinking: { type: 'enabled', budget_tokens: 512 } },
      'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    ],
    [
      'budget',
      400,
      { ...plain, thinking: { type: 'enabled', budget_tokens: 4096 } },
      '`max_tokens` must be greater than `thinking.budget_tokens`.',
    ],
    [
      'temperature',
      400,
      { ...newest, temperature: 0.2 },
      '`temperature` is deprecated for this model.',
    ],
    [
      'temperature',
      400,
      { ...plain, temperature: 0.2, thinking: manual },
      '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.',
    ],
    [
      'tool-choice',
      400,
      { ...newest, tools, tool_choice: { type: 'any' } },
      'Thinking may not be enabled when tool_choice forces tool use.',
    ],
    [
      'tools: name',
      400,
      { ...plain, tools: [{ ...tool, name: 'read file' }] },
      "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ],
    [
      'tools: duplicate',
      400,
      { ...plain, tools: [tool, tool] },
      'tools: Tool names must be unique.',
    ],
    [
      'tools: not-an-object',
      400,
      { ...plain, tools: [{ ...tool, input_schema: {} }] },
      'tools.0.custom.input_schema.type: Field required',
    ],
    [
      'tools: keyword',
      400,
      { ...plain, tools: [{ ...tool, input_schema: { type: 'object', oneOf: [] } }] },
      'input_schema does not support oneOf, allOf, or anyOf at the top level',
    ],
    [
      'tools: keyword',
      400,
      {
        ...plain,
        tools: [{ ...tool, input_schema: { type: 'object', properties: { $top: {} } } }],
      },
      'Property keys should match pattern',
    ],
    [
      'cache-markers',
      400,
      {
        ...plain,
        tools: [{ ...tool, ...marker }],
        system: [
          { type: 'text', text: 'a', ...marker },
          { type: 'text', text: 'b', ...marker },
          { type: 'text', text: 'c', ...marker },
        ],
        messages: [told({ type: 'text', text: 'd', ...marker })],
      },
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
    [
      'blank-text',
      400,
      { ...plain, messages: [told({ type: 'text', text: '' })] },
      'messages: text content blocks must be non-empty',
    ],
    [
      'blank-text',
      400,
      { ...plain, messages: [user, asked({ type: 'text', text: '\n' }, use), told(result)] },
      'messages: text content blocks must contain non-whitespace text',
    ],
    [
      'blank-text',
      400,
      { ...plain, messages: [user, asked(), user] },
      'messages.1: all messages must have non-empty content except for the optional final assistant message',
    ],
    ['blank-text', 400, { ...plain, system: '' }, 'system: text content blocks must be non-empty'],
    [
      'prefill',
      400,
      { ...newest, messages: [user, { role: 'assistant', content: 'It' }] },
      'This model does not support assistant message prefill.',
    ],
    [
      'call-id',
      400,
      { ...plain, messages: [user, asked({ ...use, id: 'functions.read:0' }), told(result)] },
      "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ],
    [
      'call-id',
      400,
      { ...plain, messages: [user, asked(use), told(result), asked(use), told(result)] },
      'messages.3.content.0: `tool_use` ids must be unique',
    ],
    [
      'arguments',
      400,
      { ...plain, messages: [user, asked({ ...use, input: '{"path' }), told(result)] },
      'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
    ],
    [
      'order',
      400,
      { ...plain, messages: [user, asked(use), user] },
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_a.',
    ],
    [
      'order',
      400,
      { ...plain, messages: [user, asked(use), told({ type: 'text', text: 'Here.' }, result)] },
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_a.',
    ],
    [
      'order',
      400,
      { ...plain, messages: [told(result)] },
      'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_a.',
    ],
    [
      'thinking-first',
      400,
      { ...plain, thinking: manual, messages: [user, asked(use), told(result)] },
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
    ],
    [
      'signature',
      400,
      {
        ...plain,
        thinking: manual,
        messages: [
          user,
          asked({ type: 'thinking', thinking: 'Hm.', signature: 'forged' }, use),
          told(result),
        ],
      },
      'messages.1.content.0: Invalid `signature` in `thinking` block',
    ],
    [
      'context',
      400,
      { ...plain, messages: [{ role: 'user', content: '字'.repeat(200_001) }] },
      'tokens > 200000 maximum',
    ],
  ])('refuses: %s (%i)', async (rule, status, body, text) => {
    const answer = await ask(provider, path, body);
    expect(answer.json).toMatchObject({
      type: 'error',
      error: {
        type: status === 404 ? 'not_found_error' : 'invalid_request_error',
        message: expect.stringContaining(text),
      },
    });
    expect(answer.status).toBe(status);
    expect(provider.refusals.map((refusal) => refusal.rule)).toEqual([rule]);
  });

  it('refuses a wrong key, and a request without a version', async () => {
    expect(await ask(provider, path, plain, { 'x-api-key': 'nope' })).toMatchObject({
      status: 401,
      json: { error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    });
    expect(await ask(provider, path, plain, { 'anthropic-version': null })).toMatchObject({
      status: 400,
      json: { error: { message: 'anthropic-version: header is required' } },
    });
  });
});
