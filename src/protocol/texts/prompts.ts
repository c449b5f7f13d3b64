/** Titles of documents that employees can read. */
export const documentTitles = {
  brief: 'The brief, as it was submitted',
  stage: (name: string, kind: string) => `Result of the stage "${name}" (${kind})`,
  turn: (roleId: string, purpose: string) => `What ${roleId} said: ${purpose}`,
  call: (tool: string, status: string) => `Result of ${tool}, ${status}`,
} as const;

/** Notes in prompts about shortened or missing texts. */
export const promptTexts = {
  /** Of a run that is continued. */
  uncommitted:
    'What it changed stands in the workspace and is not committed: git shows it beside your own changes.',
  restOfDocument: (omitted: number, id: string) =>
    `\n… [${omitted} characters left out here; the whole: read_document with the id ${id}] …\n`,
  restOfSkill: (omitted: number, id: string) =>
    `\n… [${omitted} characters left out here; the whole: read_skill with the id ${id}] …\n`,
  compacted: (
    tool: string,
    args: string,
    characters: number,
    documentId: string | undefined,
    beginning: string,
  ) =>
    `[Shortened to save room: the ${characters} characters that ${tool} answered to ${args}. ` +
    `${documentId === undefined ? 'Call it again to see them.' : `The whole: read_document with the id ${documentId}, or call it again.`} It began:]\n${beginning}`,
  leftOut: (omitted: number) => `\n… [${omitted} characters left out here] …\n`,
  patchLeftOut: (lines: number, path: string) =>
    `… [${lines} lines of ${path} left out here; the whole: read_file ${path}]`,
  noCommands: 'No command was run, so nothing of this run is verified.',
  noneBesideChecks: 'None was run beside the checks.',
  otherCommands: (count: number) => `(${count} older ones are left out)`,
  changedSince: '(files were changed after it)',
  commandSucceeded: 'succeeded',
  commandEnded: 'ended with',
  commandUnclear: 'proves nothing, as it is not known how its parts ended',
  stagesOnDemand:
    'Stages on demand are worked on only where you ask for them, because the work divides or a question is open that costs more to get wrong than to argue:',
  emptyPlace: 'No file was found in the workspace when the run began.',
  noShell: 'without running commands',
  account: (name: string) => `account ${name}`,
  network: (is: boolean) => `network: ${is ? 'yes' : 'no'}`,
  networkOutside: (hosts: readonly string[]) =>
    hosts.length === 0
      ? 'network: none for commands in a sandbox'
      : `network: for commands in a sandbox only ${hosts.join(', ')}`,
  repository: (is: boolean) => `git repository: ${is ? 'yes' : 'no'}`,
  scratch: (folder: string) =>
    `scratch folder outside the workspace, for commands only: ${folder} (TMPDIR), removed when the run ends`,
  noTools: 'You have no tools in this turn.',
  failedTurn: (reason: string) => `This turn failed: ${reason}`,
  failedStage: (error: string, result: string) => `This stage failed: ${error}\n\n${result}`,
  failedTurnText: 'What it had said until then:',
} as const;
