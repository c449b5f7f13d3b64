/** Faults that can be switched on in the simulated parts, to show that the oracles see them. */
export const plantedFaults = [
  'fence not proved',
  'lease not checked',
  'decided twice',
  'effect before journal',
  'interrupted effect repeated',
  'lost wake-up',
  'spend of cut-off calls not booked',
  'event delivered twice',
  'replay leaves one out',
  'lost answer counts as failed',
] as const;

export type PlantedFault = (typeof plantedFaults)[number];
