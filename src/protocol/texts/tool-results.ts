/** Notes in tool results on what was left out and where it can be read. */
export const resultTexts = {
  leftOut: (characters: number) => `… [${characters} characters left out here] …`,
  cut: (max: number, characters: number) =>
    `… [result truncated at ${max} characters: ${characters} left out here; ask for a part of it] …`,
  moreCharacters: (left: number, offset: number) =>
    `(${left} more character(s); continue with offset ${offset})`,
  continueAt: (offset: number) => `(continue with offset ${offset})`,
  lineGoesOn: (line: number, offset: number, left?: number) =>
    `(line ${line} ${left === undefined ? 'goes on' : `has ${left} more character(s)`}; continue with startLine ${line} and offset ${offset})`,
  linesGoOn: (line: number, left?: number) =>
    `(${left === undefined ? 'more lines follow' : `${left} more line(s)`}; continue with startLine ${line})`,
  ofLines: (first: number, last: number, total: number) =>
    `(lines ${first} to ${last} of ${total})`,
  noLines: (total?: number) =>
    total === undefined
      ? '(no lines in range)'
      : `(no lines in range: the file has ${total} line(s))`,
  nothingFrom: (offset: number) => `(nothing from offset ${offset} on)`,
  outputNotKept: (characters: number) => `\n… [${characters} characters were not kept] …\n`,
  wholeOutput: (id: string) => `All of it is a document: read_document with id "${id}".`,
  rerun:
    'To see what was left out, run the command again with its output in a file, and read that.',
} as const;

/** Results of commands in the background. */
export const backgroundTexts = {
  started: (id: string) =>
    `Started in the background as ${id}. Read it with shell_output (waitMs waits for more), end it with shell_stop; it ends with this stage.`,
  running: (id: string) => `${id} is running`,
  earlier: (characters: number) =>
    `(${characters} earlier character(s); read them with a smaller offset)`,
  gone: (id: string) =>
    `There is no background command "${id}" in this stage: it was never started here, or it ended with a restart of the service. Start it again if it is needed.`,
  tooMany: (max: number) =>
    `A stage has at most ${max} background commands; end one with shell_stop first.`,
  detail: (command: string, directory: string) =>
    `${command}\n\nin ${directory}, in the background until its stage ends`,
} as const;
