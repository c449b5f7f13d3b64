/** The state of a debate, read from a prompt. */
export interface Heard {
  /** The turn's round; 1 if the prompt names none. */
  readonly round: number;
  /** True for the turn that rules on the debate. */
  readonly isClosing: boolean;
  /** Earlier speakers in order, without duplicates. */
  readonly speakers: readonly string[];
  /** The previous speaker. */
  readonly lastSpeaker: string | undefined;
  /** Everything this speaker said before. */
  readonly own: string;
}

/** Reads the transcript's headings and the turn's purpose, which is at the end. */
export function heardIn(prompt: string): Heard {
  const utterances = utterancesIn(prompt);
  const names = utterances.map(({ speaker }) => speaker);
  const [, round, closing] =
    [...prompt.matchAll(/^(?:round (\d{1,3}): answer|(close the (?:debate|workshop)))/gm)].at(-1) ??
    [];
  const own = utterances.filter(({ speaker }) => prompt.includes(`You are ${speaker},`));
  return {
    round: round === undefined ? 1 : Number(round),
    isClosing: closing !== undefined,
    speakers: [...new Set(names)],
    lastSpeaker: names.at(-1),
    own: own.flatMap(({ lines }) => lines).join('\n'),
  };
}

interface Utterance {
  readonly speaker: string;
  readonly lines: readonly string[];
}

/** The last utterance extends to the end of the prompt. */
function utterancesIn(prompt: string): readonly Utterance[] {
  const found: { speaker: string; lines: string[] }[] = [];
  for (const line of prompt.split('\n')) {
    const speaker = speakerOf(line);
    if (speaker === undefined) found.at(-1)?.lines.push(line);
    else found.push({ speaker, lines: [] });
  }
  return found;
}

const position = /^#{2,3} (.{1,80}?)(?: \(`[^`]{1,80}`\))?, (?:open with your position|round \d)/;

/** The name in `## <name> (<role>), <purpose of a position>`. */
function speakerOf(line: string): string | undefined {
  return position.exec(line)?.[1];
}
