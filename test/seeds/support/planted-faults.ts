/**
 * Faults that can be switched on in the simulated parts, to show that the oracles see them, each with
 * a seed that shows it, usually the first; null: only a kept plan does, since hundreds of seeds do not.
 */
export const shownBy = {
  'fence not proved': 105,
  'lease not checked': 1,
  'decided twice': 6,
  'effect before journal': 9,
  'interrupted effect repeated': 19,
  'lost wake-up': 6,
  'spend of cut-off calls not booked': 9,
  'event delivered twice': 1,
  'replay leaves one out': 3,
  'lost answer counts as failed': 1,
  'command id forgotten': 31,
  'projection misses an event': 9,
  'time-out decides after a person did': 4,
  'instructions lost at hand-over': 3,
  'run begun without a claim': 1,
  'slot never given back': 1,
  'usage of a lying provider believed': 13,
  'retry begun twice': 43,
  'greeting awaited for ever': 198,
  'state behind what a client knows': null,
  'work on what a lapsed search claimed': null,
  'whole state older than the replay': 193,
  'asked state older than the replay': 363,
  'question ends too early': 9,
  'question ends too late': 9,
  'leases lapse too early': 2,
  'leases are held too long': 52,
  'leases expire too late': 5,
  'newer journal claimed': 66,
  'work goes on after a lapse': 54,
  'nothing is reserved': 17,
  'whole state not sent': 71,
} as const;

export type PlantedFault = keyof typeof shownBy;
