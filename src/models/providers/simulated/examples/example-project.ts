/** A small program, the fault in its first version, and the fix. */
export interface ExampleProject {
  readonly plan: string;
  /** Written in this order. The first holds the fault, the second the tests. */
  readonly files: readonly ProjectFile[];
  /** A reviewer's true finding about the first version: `mend.test` fails on it. */
  readonly objection: string;
  readonly mend: {
    readonly program: Replacement;
    /** The test that fails on the first version. */
    readonly test: Replacement;
    readonly text: string;
  };
  /** The shell command that verifies the result. */
  readonly command: string;
  /** What the report says was delivered. */
  readonly outcome: string;
}

interface ProjectFile {
  readonly path: string;
  readonly content: string;
}

/** An edit; the old text occurs exactly once in the file. */
export interface Replacement {
  readonly path: string;
  readonly oldString: string;
  readonly newString: string;
}
