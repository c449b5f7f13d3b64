import { quoted } from './format.js';

/** Names of tools; a long list is shortened. */
function held(names: readonly string[]): string {
  const most = 40;
  const rest = names.length - most;
  return rest <= 0
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${rest} more, which find_tools finds`;
}

/** Names of encodings in results. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  latin1: 'Latin-1',
} as const;

/** Recorded on a tool call; the run continues. */
export const toolTexts = {
  notGranted: (tool: string, role: string) => `refused: ${tool} is not granted to ${role}`,
  notGrantedAdvice: (refusal: string, granted: readonly string[]) =>
    `${refusal}. Tools you hold: ${held(granted) || '(none)'}. Continue with those, or say that you are blocked.`,
  takesArguments: (name: string) => `${name} takes these arguments:`,
  findArguments: (name: string) => `Ask find_tools for ${name} to see its arguments.`,
  useToolForm:
    'use_tool takes { "name": the exact name of a tool, "arguments": an object of its arguments }.',
  unknownToolAdvice: (name: string) => `There is no tool called ${name}.`,
  cutAt: (name: string, tokens: number) =>
    `The call of ${name} was cut at ${tokens} tokens, the most that one answer may have; nothing was done. Write it in parts: a long file with write_file, and each further part with write_file and append.`,
  badArgumentsAdvice: (problem: string) =>
    `${problem}. Call the tool again with one valid JSON object as its arguments.`,
  argumentsNotObject: 'the arguments must be one JSON object',
  unknownTool: (name: string) => `unknown tool ${name}`,
  crashed: (name: string, error: string) =>
    `The tool "${name}" crashed: ${error}. Report this rather than working around it.`,
  threw: (name: string, message: string) => `${name} threw: ${message}`,
  badArguments: (message: string) => `bad arguments: ${message}`,
  toolError: (message: string) => `Tool error: ${message}`,
  nonEmptyRequired: (tool: string, argument: string) =>
    `${tool} requires a non-empty "${argument}" string.`,
  stringRequired: (tool: string, argument: string) => `${tool} requires a "${argument}" string.`,
  argumentUnknown: (tool: string, argument: string) => `${tool} has no argument "${argument}".`,
  argumentsInvalid: (tool: string, complaint: string) => `${tool}: ${complaint}`,
  truncated: (max: number) => `… [result truncated at ${max} characters]`,
  noFile: (path: string) => `File does not exist: ${path}`,
  noDirectory: (path: string) => `Directory does not exist: ${path}`,
  notADirectory: (path: string) => `Not a directory: ${path} is a file.`,
  noPath: (path: string) => `Path does not exist: ${path}`,
  isDirectory: (path: string) => `"${path}" is a directory; use list_dir to see its contents.`,
  tooLarge: (path: string, maxBytes: number) =>
    `"${path}" is larger than ${maxBytes / (1024 * 1024)} MB; refusing to read it.`,
  readTooSlow: (path: string, line: number, ms: number) =>
    `Line ${line} of "${path}" was not reached within ${ms / 1000} s. Search for what you need with grep.`,
  isBinary: (path: string) => `"${path}" looks like a binary file; refusing to read it.`,
  wrote: (path: string, bytes: number, encoding: string) =>
    `Wrote ${path} (${bytes} bytes, ${encoding}).`,
  appended: (path: string, bytes: number, encoding: string) =>
    `Appended ${bytes} bytes to ${path} (${encoding}).`,
  invalidPattern: (error: string) =>
    `The pattern cannot be used: Invalid regular expression: ${error}. Patterns are ripgrep's (Rust syntax): no look-around, no back-references; a literal { is written \\{.`,
  noRipgrep: (platform: string) =>
    `Files cannot be searched here: ripgrep has no program for ${platform}.`,
  patternTooSlow: (ms: number) =>
    `The search was stopped after ${ms / 1000} s. Simplify the pattern or search a smaller directory.`,
  patternFailed: (error: string) => `The pattern could not be applied: ${error}`,
  noMatches: (pattern: string, scanned: number) =>
    `No matches for /${pattern}/ (scanned ${scanned} files).`,
  truncatedMatches: (max: number) => `(truncated at ${max} matches)`,
  noFilesMatch: (pattern: string) => `No files match ${pattern}.`,
  morePaths: (count: number) => `(${count} more not shown)`,
  changedSinceRead: (path: string, difference: string) =>
    `${path} was changed by somebody else since this turn read it; nothing was written.\n${difference}\nMake your change on top of that, or leave theirs out on purpose, and call the tool again.`,
  moreLines: (mark: string, count: number) => `${mark}… (${count} more line(s))`,
  notInEncoding: (path: string, encoding: string, character: string) =>
    `"${path}" is written in ${encoding}, which has no "${character}"; nothing was written. Leave it out, or convert the file to UTF-8 first.`,
  spellingUnclear: (path: string, spelling: string) =>
    `${spelling} stands in ${path} as a character and also as these letters, and it is not clear which the new text means; nothing was written. Change a smaller part with edit_file.`,
  lettersWritten: (spelling: string) =>
    `${spelling} was written as these letters; the character itself is written raw.`,
  tooMuchHidden: (max: number) =>
    `The text has more than ${max} characters that cannot be seen, so their spellings are not understood here; nothing was written.`,
  resultTooLarge: (path: string, maxBytes: number) =>
    `${path} would be larger than ${maxBytes / (1024 * 1024)} MB, more than a tool writes. Nothing was written.`,
  tooManyPlaces: (path: string, count: number, max: number) =>
    `oldString occurs ${count} times in ${path}; at most ${max} places are replaced at once. Nothing was written.`,
  textNotFound: (path: string) =>
    `oldString was not found in ${path}. It must match the file exactly, whitespace included.`,
  textNotUnique: (path: string, count: number) =>
    `oldString occurs ${count} times in ${path}. Add surrounding text to make it unique, or set replaceAll.`,
  edited: (path: string, count: number, line: number) =>
    count === 1
      ? `Edited ${path}: replaced 1 occurrence at line ${line}.`
      : `Edited ${path}: replaced ${count} occurrences.`,
  oneInProgress: 'todo_write allows at most one step in progress; nothing was changed.',
  planUpdated: (done: number, total: number) => `Plan updated (${done}/${total} complete).`,
  noMemory: 'No memory is configured for this office.',
  nothingRecalled: 'Nothing on record matches.',
  onlyHttp: (scheme: string) => `Only http:// and https:// URLs are allowed (got ${scheme}).`,
  exitCode: (code: number) => `exit code: ${code}`,
  exitSignal: (signal: string) => ` (signal ${signal})`,
  timedOut: (ms: number) => `Command timed out after ${ms} ms and was killed.`,
  notStarted: (reason: string) => `Nothing was run: ${reason}.`,
  commandTooLong: (bytes: number, max: number) =>
    `Nothing was run: the command has ${bytes} bytes, and the system takes at most ${max}. Write it into a file with write_file, and run that file.`,
  commandCancelled: 'The run was cancelled; the command was killed.',
  outputTruncated: '(output truncated)',
  leftoversEnded: '(background processes it left were ended)',
  outputHeld: '(its output is still held open, so something it started may still be running)',
  personSaid: (reason: string) => `The human said: ${reason}`,
  /** The summary of a command of several lines, within a number of characters. */
  commandOfLines: (first: string, last: string, lines: number) =>
    `${first} … ${last} (${lines} lines)`,
  shellDetail: (command: string, directory: string) => `${command}\n\nin ${directory}`,
  shellTouches: (directory: string) =>
    `It works in ${directory} with the rights of the service's account: it may also read and write outside it, and use the network.`,
  shellDeclined:
    'The human declined to run this shell command. Do not retry the same command; ' +
    'ask for clarification or propose a non-shell alternative.',
} as const;

/** Answers to facts that leads propose for memory. */
export const proposeFactTexts = {
  leadsOnly:
    'Only leads propose facts. Write what you learned into your result; your lead can propose it.',
  declined:
    'The human did not accept this fact, so it is not remembered. Do not propose it again; carry on with your work.',
  remembered: 'Remembered.',
  touches: "The office's memory alone: no file and no network.",
  summary: (text: string) => `Remember: ${text}`,
  detail: (text: string, kind: string, seenBy: string) =>
    [`kind: ${kind}`, `seen by: ${seenBy}`, '', text].join('\n'),
  everyFloor: 'every floor',
  floor: (workspaceId: string) => `floor ${workspaceId}`,
  role: (roleId: string, workspaceId: string) => `role ${roleId} on floor ${workspaceId}`,
} as const;

/** Descriptions of the tools that find and call tools of a long list. */
export const toolFinderTexts = {
  findDescription:
    'Finds tools you hold, also those not listed here, with their arguments. Call them with use_tool.',
  queryArgument: 'What the tool should do.',
  useDescription: 'Calls a tool that is not listed here, by its name and arguments.',
  useNamed: (calls: readonly string[]) =>
    `Calls a tool of yours that is not listed: ${calls.join(', ')}.`,
  entry: (name: string, description: string, schema: string) =>
    `${name}\n${description}\narguments: ${schema}`,
  found: (count: number) => `${count} tool(s) found`,
  moreFound: (count: number) =>
    `(${count} more found. Ask with more words, or with a higher limit.)`,
  nothingFound: (query: string) =>
    `No tool you hold matches ${quoted(query.slice(0, 200))}. Try other words.`,
} as const;

/** Answers of `read_document` and `read_skill`. */
export const documentTexts = {
  unknown: (id: string, list: string) =>
    `There is nothing with the id ${quoted(id)}. There is:\n${list}`,
  none: '(nothing)',
  behindEnd: (id: string, length: number, offset: number) =>
    `${quoted(id)} has ${length} characters; there is nothing at ${offset}.`,
  place: (title: string, from: number, to: number, length: number) =>
    `${title}, characters ${from} to ${to} of ${length}`,
} as const;

const escapeMarkers = 'A line of content that looks like a marker begins with a backslash.';

/** Answers of `apply_patch`. */
export const patchTexts = {
  applied: (edits: number, files: number) => `Applied ${edits} edit(s) to ${files} file(s):`,
  rejected: (problems: readonly string[]) =>
    [
      'The patch was not applied; nothing was written.',
      ...problems.map((text) => `- ${text}`),
    ].join('\n'),
  tooManyEdits: (count: number, max: number) =>
    `The patch has ${count} edits; at most ${max} are applied at once. Nothing was written.`,
  noFiles: 'There is no "*** Update File: <path>" line.',
  noEdits: 'There is no Find and Replace block.',
  pathMissing: (line: number) => `Line ${line}: "*** Update File:" names no path.`,
  findBeforeFile: (line: number) => `Line ${line}: a Find block stands before any file.`,
  emptyFind: (line: number) => `Line ${line}: the Find block before it is empty.`,
  findWithoutReplace: (path: string) => `A Find block for "${path}" has no Replace block.`,
  replaceWithoutFind: (line: number) => `Line ${line}: a Replace block has no Find block.`,
  strayMarker: (line: number, text: string) =>
    `Line ${line}: ${quoted(text.slice(0, 80))} may not stand here. ${escapeMarkers}`,
  behindEnd: (line: number, text: string) =>
    `Line ${line} stands behind "*** End Patch": ${quoted(text.slice(0, 80))}. ${escapeMarkers}`,
  noEnd: 'There is a "*** Begin Patch" line and no "*** End Patch" line.',
  fileWithoutEdits: (path: string) => `There is no Find and Replace block for "${path}".`,
  spellingUnclear: (path: string, spelling: string) =>
    `${path}: ${spelling} stands in the Find block as a character and also as these letters, and it is not clear which the Replace block means. Change a smaller part.`,
  notPutBack: (paths: readonly string[]) =>
    `The patch was not applied, but somebody else changed ${paths.join(', ')} meanwhile, so that what it wrote there stays in part. Read it again.`,
  strayLine: (line: number, text: string) =>
    `Line ${line} stands outside any block: ${quoted(text.slice(0, 80))}.`,
  findCount: (path: string, find: string, count: number) =>
    `${path}: ${quoted(find.slice(0, 80))} occurs ${count} times; it must occur exactly once.`,
  findDisturbed: (path: string, find: string) =>
    `${path}: ${quoted(find.slice(0, 80))} no longer occurs exactly once after the edits before it.`,
} as const;

/** Answers of the git tool. */
export const gitTexts = {
  subcommand: (command: string, args: readonly string[]) =>
    `git ${[command, ...args].join(' ')} is refused: this tool reads the repository, and stages, commits, ` +
    'stashes, tags and branches with approval; nothing else.',
  argument: (command: string, argument: string) =>
    `git ${command} is refused with the argument ${quoted(argument)}.`,
  noRepository:
    'There is no repository to use: the workspace has no .git directory of its own, and no .git file ' +
    'that names a repository which names the workspace in turn. Where its git directory stands ' +
    'elsewhere, "git config core.worktree <the workspace>" in that directory, or "git status" here, ' +
    'makes it known.',
  reachesOutside: (name: string) =>
    `The repository is not used: ${name} in its git directory makes git read or write outside it. ` +
    'Remove it, or clone the repository anew without it.',
  notInstalled: 'git is not installed where this office runs.',
  badConfiguration: (reason: string) => `git could not read its configuration: ${reason}`,
  notGuarded: 'This version of git is too old to be run safely; 2.31 or later is needed.',
  declined: (line: string) => `The human did not approve "${line}"; nothing was changed.`,
  touches: (root: string) =>
    `The git repository of ${root}, by git alone, with its hooks off and without the network.`,
  exited: (line: string, code: number, output: string) => `${line} exited ${code}:\n${output}`,
  argumentTooLong: (bytes: number, max: number) =>
    `Nothing was run: one argument has ${bytes} bytes, and the system takes at most ${max}.`,
  noOutput: (line: string) => `${line} had no output.`,
} as const;

/** Reasons why a page was not fetched. */
export const webTexts = {
  refusedPort: (port: string) => `pages are not fetched from port ${port}`,
  invalidUrl: (url: string) => `${quoted(url)} is not a URL.`,
  credentials: 'A URL with a user name or password in it is not fetched.',
  notPublicHost: (host: string) => `"${host}" is not a public host.`,
  privateAddress: (host: string) => `"${host}" is a private, loopback or link-local address.`,
  resolvesToPrivate: (host: string, addresses: string) =>
    `"${host}" resolves to ${addresses}, which is a private, loopback or link-local address. ` +
    'Fetching it could reach this machine or a cloud metadata service.',
  redirectsExhausted: (max: number) =>
    max === 0
      ? 'the endpoint redirected, and a redirect is not accepted here'
      : `more than ${max} redirects`,
  tooManyLookups: (most: number) =>
    `${most} names wait to be looked up, as many as there may be; try again later`,
  badRedirect: (location: string) => `redirected to ${quoted(location)}, which cannot be followed`,
  fetchRefused: (url: string, reason: string) =>
    `web_fetch refused ${url}: ${reason} Only public internet addresses may be fetched.`,
  fetchFailed: (url: string, reason: string) => `web_fetch could not read ${url}: ${reason}`,
  notText: (contentType: string, bytes: number) =>
    `(${bytes} bytes of ${contentType || 'unknown type'}, which is not text)`,
  unreadable: (ms: number) => `(the page could not be turned into text within ${ms} ms)`,
  cutAtBytes: (max: number) => `(the page is longer than ${max} bytes; the rest was not read)`,
  searchUnavailable:
    'The web search was unavailable. Continue without it, or read a known page with web_fetch.',
  timedOut: (ms: number) => `no complete answer within ${ms} ms`,
} as const;
