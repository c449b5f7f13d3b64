import { isPlainObject } from '../../platform/config/entry-values.js';

/** One of the answers an agent offers. */
export interface Option {
  readonly id: string;
  /** As the agent wrote it; its id where it wrote none. */
  readonly name: string;
  /** Kind, name and id, in lower case. */
  readonly marks: readonly string[];
}

const allowing = /\b(?:allow|approve|accept|yes|proceed|grant)/;
const rejecting = /\b(?:reject|deny|decline|refuse|skip|cancel|no)\b|\b(?:reject|deny|disallow)/;

/** Answers that go on counting after the question, in whichever words. */
const lasting =
  /always|permanent|forever|remember|never|session|auto|bypass|trust|until|whole|entire|\bmode\b|don['\u2019]?t ask|do not ask|without asking|from now on|\b(?:all|every|everything|any|future)\b/;

/**
 * The options that stand for a yes and for a no, by their kind, else their name, else their id
 * (behaviour-plugins.md 5.5); null where there is none. An answer for more than this once is none:
 * a person answers one question, not those that may follow.
 */
export function optionsFor(options: unknown): {
  readonly allow: Option | null;
  readonly reject: Option | null;
} {
  const offered = (Array.isArray(options) ? options : []).flatMap(readOption);
  const oneTime = offered.filter(({ marks }) => !marks.some((mark) => lasting.test(mark)));
  return {
    allow: oneTime.find((option) => meaning(option) === 'allow') ?? null,
    reject: oneTime.find((option) => meaning(option) === 'reject') ?? null,
  };
}

function readOption(option: unknown): Option[] {
  if (!isPlainObject(option) || typeof option.optionId !== 'string') return [];
  const marks = [option.kind, option.name, option.optionId].map((mark) =>
    typeof mark === 'string' ? mark.toLowerCase().replaceAll('_', ' ') : '',
  );
  const name = typeof option.name === 'string' && option.name !== '' ? option.name : null;
  return [{ id: option.optionId, name: name ?? option.optionId, marks }];
}

/** The first mark that says anything decides; one that says both is taken for a no. */
function meaning({ marks }: Option): 'allow' | 'reject' | null {
  for (const mark of marks) {
    if (rejecting.test(mark)) return 'reject';
    if (allowing.test(mark)) return 'allow';
  }
  return null;
}
