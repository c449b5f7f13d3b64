/** What a prompt of a debate tells of it. */
export interface Heard {
  /** The round of this turn; 1 where the prompt names none. */
  readonly round: number;
  /** The turn that rules on the debate. */
  readonly isClosing: boolean;
  /** Who spoke before, each once, in order of their first words. */
  readonly speakers: readonly string[];
  /** Who spoke last. */
  readonly lastSpeaker: string | undefined;
}

/** Longest name of a speaker that is looked for. */
const nameCharacters = 80;

/** Reads the headings of the transcript and the purpose of the turn, which stands at the end. */
export function heardIn(prompt: string): Heard {
  const names = prompt.split('\n').flatMap((line) => speakerOf(line) ?? []);
  const [, round, closing] =
    [...prompt.matchAll(/^(?:round (\d{1,3}): answer|(close the (?:debate|workshop)))/gm)].at(-1) ??
    [];
  return {
    round: round === undefined ? 1 : Number(round),
    isClosing: closing !== undefined,
    speakers: [...new Set(names)],
    lastSpeaker: names.at(-1),
  };
}

/** The name in `### <name>, <purpose of a position>`. */
function speakerOf(line: string): string | undefined {
  const comma = line.indexOf(', ');
  if (!line.startsWith('### ') || comma === -1 || comma > nameCharacters) return undefined;
  const purpose = line.slice(comma + 2);
  return /^(?:open with your position|round \d)/.test(purpose) ? line.slice(4, comma) : undefined;
}
