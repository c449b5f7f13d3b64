import type { ArtifactKind } from '#protocol/records/enums.js';

/** Kinds of artifacts as people read them. */
export const artifactWords: Readonly<Record<ArtifactKind, string>> = {
  objective: 'objective',
  plan: 'plan',
  research: 'research',
  decision: 'decision',
  spec: 'specification',
  design: 'design',
  code: 'code',
  review: 'review',
  'test-report': 'results of tests',
  report: 'report',
  note: 'note',
  transcript: 'transcript',
};
