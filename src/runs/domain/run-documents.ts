/** Names under which a run's documents are read; stages by their place in the pipeline, from 1. */
export const documentIds = {
  brief: 'brief',
  stage: (index: number): string => `stage-${index + 1}`,
} as const;
