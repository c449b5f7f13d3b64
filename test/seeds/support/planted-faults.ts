/**
 * Faults that can be switched on in the simulated parts, to show that the oracles see them, each with
 * the first seed that shows it; null: only a kept plan does, since hundreds of seeds do not.
 */
export const shownBy = {
  'fence not proved': 285,
  'lease not checked': 1,
  'decided twice': 3,
  'effect before journal': 44,
  'interrupted effect repeated': 48,
  'lost wake-up': 1,
  'spend of cut-off calls not booked': 1,
  'event delivered twice': 1,
  'replay leaves one out': 9,
  'lost answer counts as failed': 27,
  'command id forgotten': 23,
  'projection misses an event': 1,
  'time-out decides after a person did': 1,
  'instructions lost at hand-over': 3,
  'run begun without a claim': 1,
  'slot never given back': 1,
  'usage of a lying vendor believed': 10,
  'retry begun twice': 98,
  'greeting awaited for ever': 198,
  'state behind what a client knows': 121,
  'work on what a lapsed search claimed': null,
  'whole state older than the replay': 193,
  'question ends too early': 1,
  'question ends too late': 1,
  'leases lapse too early': 2,
  'leases are held too long': 69,
  'leases expire too late': 1,
  'newer journal claimed': 66,
} as const;

export type PlantedFault = keyof typeof shownBy;
