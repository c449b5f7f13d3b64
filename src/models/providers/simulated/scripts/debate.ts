import type { ScriptedAnswer, SimulatedTurn } from '../simulated-turn.js';

interface FailureMode {
  /** The word in a brief that suggests it. */
  readonly word: string;
  readonly mode: string;
  readonly cure: string;
  readonly price: string;
}

const failureModes: readonly FailureMode[] = [
  {
    word: 'fallback',
    mode: 'the fallback is the path nobody runs, so it is broken on the day it is needed',
    cure: 'make the fallback the same code with another input, and run it in every test',
    price: 'one more case in every test',
  },
  {
    word: 'stream',
    mode: 'a stream that stops half-way looks exactly like one that is finished',
    cure: 'end every stream with a marker, and treat its absence as a failure',
    price: 'a marker that every reader has to know',
  },
  {
    word: 'cache',
    mode: 'a cache answers long after the truth has moved on',
    cure: 'give every entry one owner who alone may drop it, or do without',
    price: 'a slower first answer',
  },
  {
    word: 'concurrent',
    mode: 'two writers read the same value and the slower one wins',
    cure: 'let one place own the value, and have it refuse a write that is out of date',
    price: 'a refusal that callers have to handle',
  },
  {
    word: 'budget',
    mode: 'a limit that is checked only at the end is a report, not a limit',
    cure: 'reserve before spending, and settle afterwards',
    price: 'a reservation to give back when work is cut off',
  },
  {
    word: 'empty',
    mode: 'the first thing anybody sees is the state with nothing in it, and nobody designed it',
    cure: 'draw the empty state first, with the one thing to do next',
    price: 'one screen that is seen once by each person',
  },
  {
    word: 'error',
    mode: 'an error says what went wrong inside and not what to do about it',
    cure: 'write each refusal as a sentence with the next step, and test the words',
    price: 'as many sentences as there are refusals',
  },
  {
    word: 'test',
    mode: 'the tests repeat the code, so both are wrong together',
    cure: 'take the expected values from the brief and never from a first run',
    price: 'an hour of reckoning by hand',
  },
  {
    word: 'migrat',
    mode: 'the old data is read by the new code on the first morning, and half of it does not fit',
    cure: 'read the old form for as long as it is there, and write only the new one',
    price: 'two readers until the last old record is gone',
  },
];

const unbounded: FailureMode = {
  word: '',
  mode: 'nothing says when the work is done, so generation goes on until something else stops it',
  cure: 'write down the three things that count as finished, and stop there',
  price: 'half a day, before anything can be shown',
};

/** The beginning of a ruling. */
const decision = '**Decision.**';

/** A position in the first round; later a reply to the previous speaker; at the end a ruling. */
export function debate(turn: SimulatedTurn): ScriptedAnswer {
  const heard = heardIn(turn.prompt);
  if (heard.isClosing) return { text: ruling(turn, heard) };
  if (heard.round > 1 && heard.lastSpeaker !== undefined) {
    return { text: rebuttal(turn, heard, heard.lastSpeaker) };
  }
  return { text: opening(turn, heard) };
}

const openings = [
  'I agree with the direction and disagree with the order.',
  'The proposal holds for the common case. My concern is the uncommon one.',
  'Before we choose, one thing that will go wrong if we say nothing about it.',
  'I would take the simpler of the two, and here is the price of that.',
  'I would rather build less of it and have that part finished.',
  'From my side of the work the hard part is another one.',
  'What we have not asked yet is who notices when it breaks.',
  'I can live with most of this; one part I would not ship.',
] as const;

/** For speakers after a ruling. */
const openingsOfDecision = [
  'The ruling stands; what is missing is how anybody checks it.',
  'I take the ruling as it is and fix the words the user reads.',
  'Let us write down the interface the ruling leaves open.',
  'One option was rejected too quickly; I name the sign that would bring it back.',
  'I would put a concrete value beside each criterion now.',
] as const;

function opening(turn: SimulatedTurn, heard: Heard): string {
  const { excerpt, prompt } = turn;
  const { lastSpeaker } = heard;
  const { mode, cure, price } = modeFor(turn, heard);
  const variants = prompt.includes(decision) ? openingsOfDecision : openings;
  const first = unheard(turn, variants, (sentence) => sentence);
  return [
    lastSpeaker === undefined ? first : `${lastSpeaker} has a point. ${first}`,
    '',
    `We are deciding how to approach: ${excerpt}`,
    '',
    `**What fails.** ${capitalised(mode)}.`,
    '',
    `**What I propose.** ${capitalised(cure)}.`,
    '',
    `**What it costs.** ${capitalised(price)}.`,
  ].join('\n');
}

/** Follows the name of the previous speaker. */
const answers = [
  'your way is quicker to build; I doubt that it is quicker to repair.',
  'I follow you up to the last step. There the two of us assume different users.',
  'that settles the half I was not worried about.',
  'you describe the good day. I am paid for the other one.',
  'I would sign that if the numbers were ours and not guessed.',
  'we agree on what, and not on who has to look after it.',
  'your case is real, and it is the rarer of the two.',
  'then let us say so in the words the user sees, or it is not decided.',
] as const;

const concessions = [
  'I concede the point about naming: the shorter one is clearer.',
  'I concede that a prototype would settle this faster than we can.',
  'I concede that both layouts work; mine only saves a file.',
  'I concede that my order was a habit and no reason.',
  'I concede the second screen: one is enough for a first version.',
  'I concede that nobody asked for the option I kept open.',
  'I concede the size: what I feared begins at ten times of it.',
] as const;

function rebuttal(turn: SimulatedTurn, heard: Heard, lastSpeaker: string): string {
  const { mode, cure } = modeFor(turn, heard);
  const sentence = (text: string): string => text;
  return [
    `${lastSpeaker}, ${unheard(turn, answers, sentence)}`,
    '',
    `**What still stands after round ${heard.round - 1}.** ${capitalised(mode)}. So I keep to this: ${cure}.`,
    '',
    `**What I give up.** ${unheard(turn, concessions, sentence)}`,
  ].join('\n');
}

function ruling(turn: SimulatedTurn, heard: Heard): string {
  const { cure, price } = modeFor(turn, heard);
  const { speakers } = heard;
  const named = speakers.length === 0 ? '' : ` Heard: ${speakers.join(', ')}.`;
  return [
    `${decision} On: ${turn.excerpt} We ${cure}.${named}`,
    '',
    `**Price.** ${capitalised(price)}. It is accepted.`,
    '',
    '**Rejected.** Building the whole first and deciding on limits afterwards: whatever is not decided now is decided by accident.',
    '',
    '**Out of scope.** Everything the request does not name.',
  ].join('\n');
}

/**
 * The first speaker takes the mode that the brief suggests; each of the others keeps one that has
 * not been mentioned.
 */
function modeFor(turn: SimulatedTurn, { speakers, isClosing, own }: Heard): FailureMode {
  const lower = turn.ask.toLowerCase();
  const named = failureModes.find(({ word }) => lower.includes(word)) ?? unbounded;
  if (speakers.length === 0 || isClosing) return named;
  const all = [unbounded, ...failureModes] as const;
  const kept = all.find(({ mode }) => own.includes(capitalised(mode)));
  return kept ?? unheard(turn, all, ({ mode }) => capitalised(mode));
}

/** A variant whose sentence is not in the prompt; any variant if all are. */
function unheard<T>(
  { prompt, pick }: SimulatedTurn,
  variants: readonly [T, ...T[]],
  sentenceOf: (variant: T) => string,
): T {
  const [first, ...others] = variants.filter((each) => !prompt.includes(sentenceOf(each)));
  return pick(first === undefined ? variants : [first, ...others]);
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The state of a debate, read from a prompt. */
interface Heard {
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

const position =
  /^#{2,3} (.{1,80}?)(?: \(`[^`]{1,80}`\))?, (?:open with your position|say whether you agree|round \d)/;

/** The name in `## <name> (<role>), <purpose of a position>`. */
function speakerOf(line: string): string | undefined {
  return position.exec(line)?.[1];
}
