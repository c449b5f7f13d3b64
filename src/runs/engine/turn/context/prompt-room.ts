import type { StageKind } from '../../../../protocol/records/enums.js';

/** How many characters of each kind of material a prompt has room for. */
export interface PromptRoom {
  readonly brief: number;
  /** Of the result of an earlier stage: what others build on is shown longer. */
  readonly result: Readonly<Record<StageKind, number>>;
  /** Of research and debates, once there is a design. */
  readonly prepared: number;
  readonly utterance: number;
  readonly skill: number;
  readonly notes: number;
}

const decisive = 6000;
const evidence = 3000;
const background = 2000;

export const fullRoom: PromptRoom = {
  brief: 12_000,
  result: {
    intake: decisive,
    plan: decisive,
    workshop: decisive,
    design: decisive,
    architect: decisive,
    build: evidence,
    review: evidence,
    test: evidence,
    integrate: evidence,
    report: evidence,
    research: background,
    debate: background,
  },
  prepared: 500,
  utterance: 2200,
  skill: 6000,
  notes: 8000,
};

/** The same with a part of the room; 0 leaves none. */
export function scaledRoom(room: PromptRoom, part: number): PromptRoom {
  const scaled = (characters: number): number => Math.floor(characters * part);
  const result = Object.fromEntries(
    Object.entries(room.result).map(([kind, characters]) => [kind, scaled(characters)]),
  ) as Record<StageKind, number>;
  return {
    brief: scaled(room.brief),
    result,
    prepared: scaled(room.prepared),
    utterance: scaled(room.utterance),
    skill: scaled(room.skill),
    notes: scaled(room.notes),
  };
}
