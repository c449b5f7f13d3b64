import { isPlainObject } from '../../platform/config/entry-values.js';

interface Option {
  readonly id: string;
  /** Kind, name and id, in lower case. */
  readonly marks: readonly string[];
}

const allowing = /\b(?:allow|approve|accept|yes|proceed|grant)/;
const rejecting = /\b(?:reject|deny|decline|refuse|skip|cancel|no)\b|\b(?:reject|deny|disallow)/;

/**
 * The options that stand for a yes and for a no, by their kind, else their name, else their id
 * (behaviour-plugins.md 5.5); null where there is none. Once is preferred to always: a person
 * answers one question, not those that may follow.
 */
export function optionsFor(options: unknown): {
  readonly allow: string | null;
  readonly reject: string | null;
} {
  const known = (Array.isArray(options) ? options : []).flatMap(readOption);
  const oneTime = known.filter(({ marks }) => !marks.some((mark) => mark.includes('always')));
  const pick = (means: (option: Option) => boolean): string | null =>
    (oneTime.find(means) ?? known.find(means))?.id ?? null;
  return {
    allow: pick((option) => meaning(option) === 'allow'),
    reject: pick((option) => meaning(option) === 'reject'),
  };
}

function readOption(option: unknown): Option[] {
  if (!isPlainObject(option) || typeof option.optionId !== 'string') return [];
  const marks = [option.kind, option.name, option.optionId].map((mark) =>
    typeof mark === 'string' ? mark.toLowerCase().replaceAll('_', ' ') : '',
  );
  return [{ id: option.optionId, marks }];
}

/** The first mark that says anything decides; one that says both is taken for a no. */
function meaning({ marks }: Option): 'allow' | 'reject' | null {
  for (const mark of marks) {
    if (rejecting.test(mark)) return 'reject';
    if (allowing.test(mark)) return 'allow';
  }
  return null;
}
