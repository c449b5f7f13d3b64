/** Properties of a model at the messages endpoint. */
export interface ClaudeModel {
  readonly name: string;
  readonly line: 'haiku' | 'sonnet' | 'opus' | 'fable';
  readonly context: number;
  readonly mostOutput: number;
  /** Accepted values of `thinking.type`. */
  readonly thinking: readonly ('enabled' | 'adaptive' | 'disabled' | 'between_tools')[];
  /** True if it thinks by default. */
  readonly thinksByDefault: boolean;
  /** True if its thinking is returned without text by default. */
  readonly omitsThinking: boolean;
  /** True if its thinking is only valid in the conversation that produced it. */
  readonly isBound: boolean;
  /** Models whose thinking it reads besides its own; other thinking is dropped. */
  readonly reads: readonly string[];
  /** True if `temperature` may differ from 1. */
  readonly samples: boolean;
  /** True if the last message may be the beginning of its answer. */
  readonly prefills: boolean;
  /** Minimum length of a cached prompt, tokens. */
  readonly cachesFrom: number;
}

const million = {
  context: 1_000_000,
  mostOutput: 128_000,
  omitsThinking: true,
  isBound: false,
  reads: [],
  samples: false,
  prefills: false,
  cachesFrom: 1024,
} as const;

/** https://platform.claude.com/docs/build-with-claude/preserved-thinking */
const bound = {
  ...million,
  thinking: ['adaptive'],
  thinksByDefault: true,
  isBound: true,
  cachesFrom: 512,
} as const;

const earlier = {
  ...million,
  context: 200_000,
  mostOutput: 64_000,
  thinking: ['enabled', 'disabled'],
  thinksByDefault: false,
  omitsThinking: false,
  samples: true,
  prefills: true,
} as const;

const chosen = ['enabled', 'adaptive', 'disabled'] as const;

/**
 * https://platform.claude.com/docs/en/about-claude/models/overview and, for what changed with each,
 * https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/claude-5-5
 */
export const claudeModels: Readonly<Record<string, ClaudeModel>> = {
  'claude-fable-5-2': {
    ...bound,
    name: 'Claude Fable 5.2',
    line: 'fable',
    reads: ['claude-fable-5-1'],
  },
  'claude-fable-5-1': {
    ...bound,
    name: 'Claude Fable 5.1',
    line: 'fable',
    reads: ['claude-opus-5', 'claude-opus-5-5'],
  },
  'claude-fable-5': {
    ...million,
    name: 'Claude Fable 5',
    line: 'fable',
    thinking: ['adaptive'],
    thinksByDefault: true,
  },
  'claude-opus-5-5': { ...bound, name: 'Claude Opus 5.5', line: 'opus', reads: ['claude-opus-5'] },
  'claude-sonnet-5-5': {
    ...bound,
    name: 'Claude Sonnet 5.5',
    line: 'sonnet',
    thinking: ['adaptive', 'between_tools'],
  },
  'claude-haiku-5-5': {
    ...bound,
    name: 'Claude Haiku 5.5',
    line: 'haiku',
    thinking: ['adaptive', 'disabled'],
  },
  'claude-opus-5': {
    ...million,
    name: 'Claude Opus 5',
    line: 'opus',
    thinking: chosen,
    thinksByDefault: true,
  },
  'claude-sonnet-5': {
    ...million,
    name: 'Claude Sonnet 5',
    line: 'sonnet',
    thinking: ['adaptive', 'disabled'],
    thinksByDefault: true,
  },
  'claude-opus-4-8': {
    ...million,
    name: 'Claude Opus 4.8',
    line: 'opus',
    thinking: ['adaptive', 'disabled'],
    thinksByDefault: false,
  },
  'claude-opus-4-6': {
    ...million,
    name: 'Claude Opus 4.6',
    line: 'opus',
    thinking: chosen,
    thinksByDefault: false,
    omitsThinking: false,
    samples: true,
  },
  'claude-sonnet-4-6': {
    ...million,
    name: 'Claude Sonnet 4.6',
    line: 'sonnet',
    thinking: chosen,
    thinksByDefault: false,
    omitsThinking: false,
    samples: true,
  },
  'claude-opus-4-5-20251101': {
    ...earlier,
    name: 'Claude Opus 4.5',
    line: 'opus',
    cachesFrom: 4096,
  },
  'claude-sonnet-4-5-20250929': { ...earlier, name: 'Claude Sonnet 4.5', line: 'sonnet' },
  'claude-haiku-4-5-20251001': {
    ...earlier,
    name: 'Claude Haiku 4.5',
    line: 'haiku',
    cachesFrom: 4096,
  },
};

/** Aliases of dated names. */
const aliases: Readonly<Record<string, string>> = {
  'claude-opus-4-5': 'claude-opus-4-5-20251101',
  'claude-sonnet-4-5': 'claude-sonnet-4-5-20250929',
  'claude-haiku-4-5': 'claude-haiku-4-5-20251001',
};

export function claudeModel(id: string): ClaudeModel | undefined {
  return claudeModels[aliases[id] ?? id];
}

/** https://platform.claude.com/docs/en/api/models/list */
export function claudeModelList(): unknown {
  const data = Object.entries(claudeModels).map(listed);
  const ids = Object.keys(claudeModels);
  return { data, has_more: false, first_id: ids.at(0), last_id: ids.at(-1) };
}

function listed([id, model]: [string, ClaudeModel]): unknown {
  const supported = { supported: true };
  const adaptive = model.thinking.includes('adaptive');
  const types = ['enabled', 'adaptive', 'disabled', 'between_tools'] as const;
  return {
    type: 'model',
    id,
    display_name: model.name,
    created_at: '2026-06-01T00:00:00Z',
    lifecycle: 'active',
    line: model.line,
    deprecated_at: null,
    retires_at: null,
    max_input_tokens: model.context,
    max_tokens: model.mostOutput,
    capabilities: {
      batch: supported,
      citations: supported,
      image_input: supported,
      pdf_input: supported,
      structured_outputs: supported,
      effort: {
        supported: adaptive,
        low: { supported: adaptive },
        medium: { supported: adaptive },
        high: { supported: adaptive },
        xhigh: { supported: adaptive && model.omitsThinking },
        max: { supported: adaptive },
      },
      thinking: {
        supported: true,
        types: Object.fromEntries(
          types.map((type) => [type, { supported: model.thinking.includes(type) }]),
        ),
      },
    },
  };
}
