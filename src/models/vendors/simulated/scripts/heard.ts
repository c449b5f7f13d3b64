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

const position = /^#{2,3} (.{1,80}?)(?: \(`[^`]{1,80}`\))?, (?:open with your position|round \d)/;

/** The name in `## <name> (<role>), <purpose of a position>`. */
function speakerOf(line: string): string | undefined {
  return position.exec(line)?.[1];
}
