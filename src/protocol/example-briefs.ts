/** A brief that the simulated employees can complete. */
export interface ExampleBrief {
  readonly id: 'csv-table' | 'days-until' | 'which-database';
  readonly title: string;
  /** What the run produces. */
  readonly summary: string;
  /** What simulated employees do with it, for somebody about to submit it. */
  readonly happens: string;
  readonly brief: string;
  readonly pipelineId: 'code-change' | 'quick-answer';
}

/** Briefs that an office without keys suggests. */
export const exampleBriefs: readonly ExampleBrief[] = [
  {
    id: 'csv-table',
    title: 'CSV to Markdown',
    summary: 'A small program with tests. A reviewer finds a real fault; you allow the test run.',
    happens:
      'One employee plans and builds it, another reviews it and finds a fault, which is mended. Before the tests run you are asked.',
    brief:
      'Add a command line tool in csv-table/ that turns a CSV file into a Markdown table, with tests.',
    pipelineId: 'code-change',
  },
  {
    id: 'days-until',
    title: 'Days until a date',
    summary: 'A function and its command, with tests, reviewed and mended before they run.',
    happens:
      'One employee plans and builds it, another reviews it and finds a fault, which is mended. Before the tests run you are asked.',
    brief:
      'Add a command in days-until/ that tells how many days are left until a date, with tests.',
    pipelineId: 'code-change',
  },
  {
    id: 'which-database',
    title: 'A question',
    summary: 'No code: the question is answered, with the reasons and what stays open.',
    happens: 'One employee answers it with reasons. No file is written, and nothing is asked.',
    brief: 'Which database suits an internal tool for ten people: SQLite or PostgreSQL?',
    pipelineId: 'quick-answer',
  },
];
