/**
 * Faults that can be switched on in the simulated parts, to show that the oracles see them, each with
 * the first seed that shows it.
 */
export const shownBy = {
  'fence not proved': 238,
  'lease not checked': 1,
  'decided twice': 3,
  'effect before journal': 31,
  'interrupted effect repeated': 3,
  'lost wake-up': 1,
  'spend of cut-off calls not booked': 4,
  'event delivered twice': 1,
  'replay leaves one out': 1,
  'lost answer counts as failed': 29,
  'command id forgotten': 19,
  'projection misses an event': 1,
  'time-out decides after a person did': 1,
  'instructions lost at hand-over': 1,
  'run begun without a claim': 4,
  'slot never given back': 1,
  'usage of a lying vendor believed': 2,
  'retry begun twice': 76,
} as const;

export type PlantedFault = keyof typeof shownBy;
