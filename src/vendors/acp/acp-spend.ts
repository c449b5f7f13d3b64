import { z } from 'zod';
import { lenient } from '../../platform/text/foreign-fields.js';
import type { ToldSpend } from '../engagement.js';

const count = lenient(z.int().nonnegative());

const cost = lenient(z.object({ amount: z.number().nonnegative(), currency: z.literal('USD') }));

/** Tokens under the names that agents use for them. */
const tokens = lenient(
  z.object({ inputTokens: count, outputTokens: count, input_tokens: count, output_tokens: count }),
);

const updateSchema = z
  .object({
    sessionUpdate: lenient(z.string()),
    cost,
    _meta: lenient(z.object({ usage: tokens })),
  })
  .catch({});

const answerSchema = z
  .object({
    usage: tokens,
    _meta: lenient(z.object({ quota: lenient(z.object({ token_count: tokens })) })),
  })
  .catch({});

type Tokens = z.output<typeof tokens>;

interface Counts {
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/**
 * What an agent tells of its spend in a session: the cost in usage updates, which is that of the
 * whole session; tokens in its answer; or tokens of each call beside its text.
 */
export class AcpSpend {
  private usd: number | undefined;
  private calls: Counts | undefined;
  private answered: Counts | undefined;

  takeUpdate(update: unknown): void {
    const { sessionUpdate, cost: known, _meta } = updateSchema.parse(update);
    if (sessionUpdate === 'usage_update' && known !== undefined) {
      this.usd = Math.max(this.usd ?? 0, known.amount);
    }
    const counts = sessionUpdate === 'agent_message_chunk' ? countsOf(_meta?.usage) : undefined;
    if (counts !== undefined) this.calls = sum(this.calls, counts);
  }

  takeAnswer(answer: unknown): void {
    const { usage, _meta } = answerSchema.parse(answer);
    this.answered = countsOf(usage) ?? countsOf(_meta?.quota?.token_count) ?? this.answered;
  }

  /** Undefined: nothing. */
  get told(): ToldSpend | undefined {
    const counts = this.answered ?? this.calls;
    if (this.usd === undefined && counts === undefined) return undefined;
    const { tokensIn = 0, tokensOut = 0 } = counts ?? {};
    return { ...(this.usd !== undefined && { usd: this.usd }), tokensIn, tokensOut };
  }
}

function countsOf(given: Tokens): Counts | undefined {
  if (given === undefined) return undefined;
  const tokensIn = given.inputTokens ?? given.input_tokens;
  const tokensOut = given.outputTokens ?? given.output_tokens;
  if (tokensIn === undefined && tokensOut === undefined) return undefined;
  return { tokensIn: tokensIn ?? 0, tokensOut: tokensOut ?? 0 };
}

function sum(a: Counts | undefined, b: Counts): Counts {
  return {
    tokensIn: (a?.tokensIn ?? 0) + b.tokensIn,
    tokensOut: (a?.tokensOut ?? 0) + b.tokensOut,
  };
}
