/** How the office is asked to work on a task. */
export interface Way {
  readonly name: string;
  /** Absent: the office chooses. */
  readonly pipelineId?: string;
  /** Every stage, those on demand too. */
  readonly full?: true;
}

/** What `--by pipeline` compares. */
export const waysByPipeline: readonly Way[] = [
  { name: 'chosen by the office' },
  { name: 'code-change', pipelineId: 'code-change' },
  { name: 'product-build, every stage', pipelineId: 'product-build', full: true },
  { name: 'a single employee', pipelineId: 'single-employee' },
];

/** The way of a task: with the pipeline it names, unless another is given. */
export function wayOf(pipelineId: string | undefined): Way {
  return pipelineId === undefined
    ? { name: 'chosen by the office' }
    : { name: pipelineId, pipelineId };
}
