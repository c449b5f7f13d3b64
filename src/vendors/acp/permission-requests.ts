import pLimit from 'p-limit';
import { z } from 'zod';
import { acceptedItems, lenient } from '../../platform/text/foreign-fields.js';
import type { ApprovalAnswer, ApprovalAsk } from '../../tools/tool.js';

const refused: ApprovalAnswer = { approved: false, reason: null };

/**
 * Asks a person about an agent's requests, one at a time and up to a limit. After `close` no more
 * are asked; it waits for the open one, whose run waits for the answer.
 */
export class PermissionRequests {
  private readonly oneAtATime = pLimit(1);
  private asked = 0;
  private open = true;

  constructor(
    private readonly put: (question: ApprovalAsk) => Promise<ApprovalAnswer>,
    private readonly max: number,
  ) {}

  async ask(question: ApprovalAsk): Promise<ApprovalAnswer> {
    if (this.asked >= this.max) return refused;
    this.asked += 1;
    return this.oneAtATime(() => (this.open ? this.put(question) : refused));
  }

  async close(): Promise<void> {
    this.open = false;
    await this.oneAtATime(() => undefined);
  }
}

/** An answer offered by an agent. */
interface Option {
  readonly id: string;
  /** The agent's text, or its id without one. */
  readonly name: string;
  /** Kind, name and id, in lower case. */
  readonly marks: readonly string[];
}

const optionSchema = z.object({
  optionId: z.string(),
  kind: lenient(z.string()),
  name: lenient(z.string()),
});

const optionsSchema = acceptedItems(optionSchema);

const allowing = /\b(?:allow|approve|accept|yes|proceed|grant)/;
const rejecting = /\b(?:reject|deny|decline|refuse|skip|cancel|no)\b|\b(?:reject|deny|disallow)/;

/** Answers that remain in effect after the question, in any wording. */
const lasting =
  /always|permanent|forever|remember|never|session|auto|bypass|trust|until|whole|entire|\bmode\b|don['\u2019]?t ask|do not ask|without asking|from now on|\b(?:all|every|everything|any|future)\b/;

/**
 * The options for yes and no, by kind, else by name, else by id; null if there is none. Lasting
 * answers are excluded: a person answers one question, not later ones.
 */
export function optionsFor(options: unknown): {
  readonly allow: Option | null;
  readonly reject: Option | null;
} {
  const offered = optionsSchema.parse(options).map(readOption);
  const oneTime = offered.filter(({ marks }) => !marks.some((mark) => lasting.test(mark)));
  return {
    allow: oneTime.find((option) => meaning(option) === 'allow') ?? null,
    reject: oneTime.find((option) => meaning(option) === 'reject') ?? null,
  };
}

function readOption({ optionId, kind = '', name = '' }: z.output<typeof optionSchema>): Option {
  const marks = [kind, name, optionId].map((mark) => mark.toLowerCase().replaceAll('_', ' '));
  return { id: optionId, name: name === '' ? optionId : name, marks };
}

/** The first mark with a meaning decides; an ambiguous one counts as no. */
function meaning({ marks }: Option): 'allow' | 'reject' | null {
  for (const mark of marks) {
    if (rejecting.test(mark)) return 'reject';
    if (allowing.test(mark)) return 'allow';
  }
  return null;
}
