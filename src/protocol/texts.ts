/**
 * Every exact text of the service, and the only place where one is written.
 * The groups follow interface.md 7 and the documents that complete it; a text that carries values
 * is a function of them. Wording is a wire fact: change it only with the specification.
 */

const quoted = (value: string): string => JSON.stringify(value);
const dollars = (usd: number): string => usd.toFixed(2);
const are = (things: readonly unknown[]): string => (things.length === 1 ? 'is' : 'are');

/** A ceiling in words: two decimals, and as many as it needs when it is under one cent (D24). */
function ceiling(usd: number): string {
  return usd > 0 && usd < 0.01 ? Number(usd.toPrecision(2)).toString() : dollars(usd);
}

export const httpTexts = {
  invalidJson: 'The request body was not valid JSON.',
  bodyTooLarge: 'Request body too large.',
  internal: 'Internal error.',
  notHttp: 'The request was not valid HTTP.',
  noEndpoint: (path: string) => `No such endpoint: ${path}`,
  crossOrigin:
    'Cross-origin writes are refused: this request came from a page on another origin. ' +
    'The office API is unauthenticated and only accepts changes from its own UI or a direct client.',
  foreignHost: (host: string) =>
    `Requests for the host ${quoted(host)} are refused: only loopback names, IP addresses and the names in OFFICE_ALLOWED_HOSTS are served.`,
  tokenRequired: 'A valid bearer token is required: OFFICE_API_TOKEN is set on this service.',
} as const;

export const socketTexts = {
  malformed: 'Malformed command: not valid JSON.',
  unknownCommand: (type: string) => `Unknown command "${type}".`,
  frameTooLarge: (bytes: number) => `Command too large: a frame holds at most ${bytes} bytes.`,
  commandFailed: (type: string, message: string) => `command "${type}" failed: ${message}`,
} as const;

export const runTexts = {
  notRunning: (id: string) => `Run "${id}" is not running.`,
  noRun: (id: string) => `No run "${id}".`,
  approvalNotPending: (id: string) => `Approval "${id}" is no longer pending.`,
  approvedBoolean: 'An "approved" boolean is required.',
  budgetExhaustedBefore: (limitUsd: number, stageName: string) =>
    `Run budget of $${ceiling(limitUsd)} was exhausted before stage "${stageName}".`,
  budgetExhausted: (limitUsd: number) => `Run budget of $${ceiling(limitUsd)} has been exhausted.`,
  spendDeclined: 'The operator declined to continue spending on this run.',
  outputLimit: 'The model hit its output limit mid-turn; the reported work product is incomplete.',
  roundTripLimit: 'Stopped after 8 tool round trips without a final answer.',
  cancelled: 'Cancelled by the operator.',
  stageCancelled: 'The operator cancelled the run.',
  stageAbortCancelled: 'The operator cancelled this run.',
  stageEmpty: 'The stage produced no turns.',
  stageNoParticipants: (name: string) => `Stage "${name}" has no resolvable participants.`,
  stageUnknownRole: (name: string, roleId: string) =>
    `Stage "${name}" names the role "${roleId}", which this floor does not have; it is left out.`,
  unknownMode: (mode: string) => `There is no stage mode "${mode}".`,
  stageFailed: (name: string) => `Stage "${name}" failed; the run stopped there.`,
  reviewUnresolved: 'The review ended with objections unresolved; the work was not approved.',
  unresolvedHeading: 'UNRESOLVED REVIEW: the reviewers still object to the work below.',
  noText: 'The model returned no text and asked for no tools.',
  noRoute: 'No model could be routed for this turn.',
  engineCrashed: (message: string) => `Engine crashed: ${message}`,
  turnFailed: (displayName: string, reason: string) => `${displayName} failed: ${reason}`,
  turnCapReached: (displayName: string, cap: number, stageName: string) =>
    `${displayName} has used all ${cap} turn(s) allowed in stage "${stageName}"; the turn was refused.`,
  noOutput: (error: string) => `(no output) ${error}`,
  spendSummary: (spentUsd: number, limitUsd: number) =>
    `Spend $${dollars(spentUsd)} of the $${ceiling(limitUsd)} budget and continue?`,
  spendDetail: (spentUsd: number, remainingUsd: number, stageName: string, kind: string) =>
    `Spent so far: $${dollars(spentUsd)}. Remaining under the ceiling: $${dollars(remainingUsd)}. ` +
    `Next stage: "${stageName}" (${kind}).`,
  policyPinned: (runId: string, autoApproved: boolean) =>
    autoApproved
      ? `run ${runId} started: shell commands, git writes and vendor delegations run without asking, as set when it was submitted.`
      : `run ${runId} started: shell commands, git writes and vendor delegations ask for approval first.`,
  cancelRequested: (runId: string) => `run ${runId} is being cancelled by the operator.`,
  readingBrief: 'reading the brief',
  awaitingApproval: (summary: string) => `awaiting approval: ${summary}`,
  runningCommand: 'running a command',
  approvalTimedOut: (id: string) =>
    `Approval "${id}" was not answered in time and counts as refused.`,
  turnLeftBehind: 'The stage ended before this turn could go on.',
  interruptedTool: 'Interrupted by a restart; the outcome is unknown. Check before repeating it.',
} as const;

export const submitTexts = {
  briefRequired: 'A non-empty "brief" string is required.',
  noWorkspace: (id: string) => `There is no workspace "${id}" in this office.`,
  noWorkspaces: 'This office has no workspaces to work in.',
  noPipelines: (name: string) => `"${name}" has no pipelines configured.`,
  missingRoles: (pipelineName: string, roleIds: readonly string[]) =>
    `Pipeline "${pipelineName}" needs roles this floor does not have: ${roleIds.join(', ')}. ` +
    'Hire them first, or choose a pipeline this floor can staff.',
  badBudget: '"budgetUsd" must be a number of dollars, zero or more.',
  floorBudgetSpent: (name: string, spentUsd: number, totalUsd: number) =>
    `The budget of "${name}" is spent: $${dollars(spentUsd)} of $${dollars(totalUsd)}.`,
  refused: 'The brief was refused.',
} as const;

export const conversationTexts = {
  chatFields: '"employeeId" and "text" strings are required.',
  planFields: '"employeeId" and a non-empty "text" string are required.',
  noWorkspaces: 'This office has no workspaces.',
  noEmployee: (id: string, floorName: string) => `There is no employee "${id}" in "${floorName}".`,
  planRefused: 'The planning turn was refused.',
} as const;

/** Appended to, or part of, the reason of a route (interface.md 7, behaviour-engine.md 5). */
export const routeTexts = {
  mapsTo: (taskClass: string, tier: string) =>
    `task '${taskClass}' maps to ${tier} under this role's policy`,
  budgetNearlyExhausted: 'budget nearly exhausted',
  postureLowered: (posture: string, tier: string) => `posture '${posture}' lowered to ${tier}`,
  postureRaised: (posture: string, tier: string) => `posture '${posture}' raised to ${tier}`,
  escalated: (complexity: number, threshold: number, tier: string) =>
    `complexity ${complexity} >= ${threshold} escalated to ${tier}`,
  clamped: (tier: string, min: string, max: string) =>
    `clamped to ${tier} (policy bounds ${min}..${max})`,
  pinned: "pinned by this role's model policy",
  preferredUnknown: (id: string) =>
    `preferred model '${id}' is not in the routable catalog; chose normally instead`,
  preferredUnfit: (id: string, why: string) =>
    `preferred model '${id}' was passed over (${why}); chose normally instead`,
  preferredOutOfBounds: (id: string, min: string, max: string) =>
    `preferred model '${id}' is outside ${min}..${max}; chose normally instead`,
  chose: (label: string, providerId: string, modelId: string) =>
    `chose ${label} (${providerId}/${modelId})`,
  rated: (fitness: number, taskClass: string, quality: number) =>
    `fitness ${fitness.toFixed(2)} for ${taskClass}, quality ${quality.toFixed(2)}`,
  unrated: 'unrated, ranked on tier and cost',
  affinity: (affinity: number, position: number) =>
    `tier affinity ${affinity.toFixed(2)} at walk position ${position}`,
  relativeCost: (cost: number) => `relative cost ${cost.toFixed(2)}`,
  uptime: (uptime: number) => `uptime ${(uptime * 100).toFixed(1)}%`,
  score: (score: number) => `score ${score.toFixed(3)}`,
  unpriced: (tier: string) => `unpriced by its vendor, reckoned at the most a ${tier} model costs`,
  qualityFrom: (sources: string) => `quality from ${sources}`,
  droppedCapabilities: 'no model met the capability requirements; dropped tool/vision requirements',
  droppedCapabilitiesAndContext: 'no model met capability or context requirements; dropped both',
  fullCatalogue: 'no model satisfied the request; fell back to the full catalog',
  noneSatisfied: 'no model in the catalog satisfied the request.',
  emptyCatalogue: 'model catalog is empty; no model can be routed.',
  excluded: 'excluded',
  lacksTools: 'lacks tool calling',
  lacksVision: 'lacks vision',
  contextTooSmall: 'context window too small',
  pinInForce: 'a pin is in force for this role',
  offWalk: "tier is not on this policy's walk",
  outscored: (score: string, chosen: string) => `scored ${score} against the chosen ${chosen}`,
  tied: 'tied on score; more expensive, or later by id',
  sameTierFallback: 'same-tier fallback',
  nextTierFallback: 'next tier up fallback',
} as const;

/** Refusals of a role's model policy. */
export const policyTexts = {
  notObject: 'A model policy must be an object.',
  notATier: (field: string) => `"${field}" must be one of nano, small, standard, strong, max.`,
  boundsCrossed: (min: string, max: string) =>
    `"minTier" ${min} must not be above "maxTier" ${max}.`,
  classesNotObject: '"byTaskClass" must be an object with a tier for each task class.',
  badThreshold: '"escalateAtComplexity" must be a number between 0 and 1.',
  badOutputCap: '"maxOutputTokens" must be a whole number of tokens, one or more.',
  badPin: '"pin" must be true or false.',
  badPreferred: '"preferredModelId" must be a model id.',
} as const;

export const providerTexts = {
  httpError: (status: number, providerId: string, detail: string) =>
    `HTTP ${status} from ${providerId}: ${detail}`,
  modelListError: (status: number, providerId: string, detail: string) =>
    `HTTP ${status} from ${providerId}/models: ${detail}`,
  noBody: (providerId: string) => `${providerId}: streaming response had no body`,
  idleStream: (providerId: string, seconds: number) =>
    `${providerId}: the stream sent nothing for ${seconds}s and was abandoned.`,
  /** A failure that is no HTTP answer: no connection, a broken stream, an unreadable reply. */
  failed: (providerId: string, detail: string) => `${providerId}: ${detail}`,
  timedOut: (providerId: string, ms: number) => `${providerId}: no answer within ${ms}ms.`,
  noEmbeddings: (providerId: string) => `${providerId} offers no embeddings.`,
  badEmbeddings: (got: number, expected: number) =>
    `the answer held ${got} usable vector(s) for ${expected} text(s).`,
  allRoutesFailed: (attempts: readonly string[]) =>
    `all model routes failed: ${attempts.join('; ')}`,
  unavailable: (providerId: string, modelId: string) => `${providerId}/${modelId} (unavailable)`,
  unpaid: (providerId: string, modelId: string) =>
    `${providerId}/${modelId} (not tried: what is left of the budget does not pay it)`,
  attempt: (providerId: string, modelId: string, error: string) =>
    `${providerId}/${modelId}: ${error}`,
  noModelList: 'this provider has no model-list endpoint; the curated catalog is in use',
  notAModelList: 'response was not a model list (no data/models array)',
  noKey: (provider: string) => `no ${provider} API key is configured`,
  mockNoDiscovery: 'mock mode keeps the curated catalog; discovery is skipped.',
  mockFailure: 'simulated failure (OFFICE_MOCK_ERROR_RATE)',
  mockNoCalls: 'mock mode makes no outbound calls.',
  noProvider: (id: string) => `No provider with id '${id}' is loaded.`,
  pluginKeylessHint: (pluginId: string) => `Contributed by ${pluginId}; needs no key.`,
  pluginKeyHint: (pluginId: string, variable: string) =>
    `Contributed by ${pluginId}. Set ${variable} to use it.`,
  orphanedModels: (names: readonly string[]) =>
    `models of unknown providers are not listed: ${names.join(', ')}`,
  listTimedOut: (providerId: string, ms: number) =>
    `${providerId}: the model list did not answer within ${ms}ms.`,
  benchmarksOff: 'benchmark quality is switched off (OFFICE_BENCHMARKS=false)',
  endpointHealthOff: 'endpoint health is switched off (OFFICE_ENDPOINT_HEALTH=false)',
} as const;

/** Why a path is not used (interface.md 7, behaviour-engine.md 7.3). */
export const pathTexts = {
  required: 'Path argument must be a non-empty string.',
  nul: 'Refusing a path with a NUL byte in it.',
  driveRelative: (candidate: string) =>
    `Refusing drive-relative path ${quoted(candidate)}: it is not confined to the workspace.`,
  stream: (candidate: string) =>
    `Refusing path ${quoted(candidate)}: a colon names an alternate data stream.`,
  device: (candidate: string) =>
    `Refusing path ${quoted(candidate)}: one of its parts is a reserved device name.`,
  escapes: (candidate: string, root: string) =>
    `Refusing path ${quoted(candidate)}: it escapes the workspace root ${quoted(root)}.`,
  link: (candidate: string, link: string) =>
    `Refusing path ${quoted(candidate)}: ${quoted(link)} is a link, and links are not followed.`,
  git: (candidate: string) =>
    `Refusing to write ${quoted(candidate)}: the .git directory belongs to git.`,
  notAFile: (candidate: string) => `Refusing path ${quoted(candidate)}: it is not a regular file.`,
  notADirectory: (candidate: string) =>
    `Refusing path ${quoted(candidate)}: a part of it is not a directory.`,
} as const;

export const catalogueTexts = {
  size: (listed: number, routable: number) => `${listed} in the catalogue, ${routable} routable`,
} as const;

/** What becomes of asking elsewhere for lists, benchmarks and uptimes; most of it only logged. */
export const lookupTexts = {
  status: (status: number) => `HTTP ${status}`,
  notJson: 'the answer was not valid JSON',
  tooLarge: (bytes: number) => `the answer was larger than ${bytes} bytes`,
  cacheVersion: (path: string) => `${path} was written by another version and is ignored`,
  cacheUnreadable: (path: string, reason: string) => `could not read ${path}: ${reason}`,
  cacheUnwritable: (path: string, reason: string) => `could not write ${path}: ${reason}`,
  benchmarksFailed: (label: string, reason: string) =>
    `benchmarks of ${label} could not be refreshed: ${reason}`,
  switchedOff: 'switched off',
  nothingYet: 'nothing has been fetched yet',
  openRouterCredit: 'Benchmark data from OpenRouter (https://openrouter.ai)',
  artificialAnalysisCredit:
    'Benchmark data from Artificial Analysis (https://artificialanalysis.ai)',
  noEndpoints: 'no endpoints in the answer',
  healthFailed: (modelId: string, reason: string) => `no uptime for ${modelId}: ${reason}`,
  learningFailed: (reason: string) => `could not learn from stored turns: ${reason}`,
  discoveryOff: 'model discovery is switched off (OFFICE_MODEL_DISCOVERY=false).',
  discoveryFailed: (providerId: string, error: string) =>
    `${providerId}: model discovery failed, the curated list stands in: ${error}`,
  notReported: (providerId: string, ids: readonly string[]) =>
    `${providerId} no longer lists ${ids.join(', ')}: not routable`,
} as const;

/** Recorded on a tool call; the run continues (interface.md 7). */
export const toolTexts = {
  notGranted: (tool: string, role: string) => `refused: ${tool} is not granted to ${role}`,
  notGrantedAdvice: (refusal: string, granted: readonly string[]) =>
    `${refusal}. Tools you hold: ${granted.join(', ') || '(none)'}. Continue with those, or say that you are blocked.`,
  unknownToolAdvice: (name: string) => `There is no tool called ${name}.`,
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
  notADirectory: (path: string) => `Not a directory: ${path}`,
  noPath: (path: string) => `Path does not exist: ${path}`,
  isDirectory: (path: string) => `"${path}" is a directory; use list_dir to see its contents.`,
  tooLarge: (path: string, maxBytes: number) =>
    `"${path}" is larger than ${maxBytes / (1024 * 1024)} MB; refusing to read it.`,
  isBinary: (path: string) => `"${path}" looks like a binary file; refusing to read it.`,
  wrote: (path: string, bytes: number) => `Wrote ${path} (${bytes} bytes, UTF-8).`,
  invalidPattern: (error: string) => `The pattern cannot be used: ${error}`,
  patternTooSlow: (ms: number) =>
    `The search was stopped after ${ms / 1000} s. Simplify the pattern or search a smaller directory.`,
  patternFailed: (error: string) => `The pattern could not be applied: ${error}`,
  noMatches: (pattern: string, scanned: number) =>
    `No matches for /${pattern}/ (scanned ${scanned} files).`,
  truncatedMatches: (max: number) => `(truncated at ${max} matches)`,
  noFilesMatch: (pattern: string) => `No files match ${pattern}.`,
  morePaths: (count: number) => `(${count} more not shown)`,
  notUtf8: (path: string) => `"${path}" is not UTF-8 text; refusing to change it.`,
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
  commandCancelled: 'The run was cancelled; the command was killed.',
  outputTruncated: '(output truncated)',
  leftoversEnded: '(background processes it left were ended)',
  outputHeld: '(its output is still held open, so something it started may still be running)',
  personSaid: (reason: string) => `The human said: ${reason}`,
  shellDetail: (command: string, directory: string) => `${command}\n\nin ${directory}`,
  shellDeclined:
    'The human declined to run this shell command. Do not retry the same command; ' +
    'ask for clarification or propose a non-shell alternative.',
} as const;

/** Skill documents and why one is chosen for a turn (behaviour-engine.md 8). */
export const skillTexts = {
  idTaken: (id: string, file: string) => `the id "${id}" is already taken by ${file}.`,
  registered: (id: string) => `skill "${id}" is already registered.`,
  unreadableFolder: (dir: string, error: string) =>
    `the skills folder ${dir} cannot be read: ${error}`,
  roleDefault: 'always at hand for this role',
  taskClass: (taskClass: string, matches: number) =>
    `made for ${taskClass} (${matches} matching word(s))`,
  keyword: (matches: number) => `${matches} word(s) of the task match`,
} as const;

/** Outcomes of apply_patch (behaviour-engine.md 7.2). */
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
  strayLine: (line: number, text: string) =>
    `Line ${line} stands outside any block: ${quoted(text.slice(0, 80))}.`,
  findCount: (path: string, find: string, count: number) =>
    `${path}: ${quoted(find.slice(0, 80))} occurs ${count} times; it must occur exactly once.`,
  findDisturbed: (path: string, find: string) =>
    `${path}: ${quoted(find.slice(0, 80))} no longer occurs exactly once after the edits before it.`,
} as const;

/** Outcomes of the git tool (behaviour-engine.md 7.5). */
export const gitTexts = {
  subcommand: (command: string, args: readonly string[]) =>
    `git ${[command, ...args].join(' ')} is refused: this tool reads the repository, and stages, commits, ` +
    'stashes, tags and branches with approval; nothing else.',
  argument: (command: string, argument: string) =>
    `git ${command} is refused with the argument ${quoted(argument)}.`,
  noRepository: 'The workspace has no .git directory of its own, so there is no repository to use.',
  notInstalled: 'git is not installed where this office runs.',
  notGuarded: 'This version of git is too old to be run safely; 2.31 or later is needed.',
  declined: (line: string) => `The human did not approve "${line}"; nothing was changed.`,
  exited: (line: string, code: number, output: string) => `${line} exited ${code}:\n${output}`,
  noOutput: (line: string) => `${line} had no output.`,
} as const;

/** Why a page was not fetched (behaviour-plugins.md 9.4). */
export const webTexts = {
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
  badRedirect: (location: string) => `redirected to ${quoted(location)}, which cannot be followed`,
  fetchRefused: (url: string, reason: string) =>
    `web_fetch refused ${url}: ${reason} Only public internet addresses may be fetched.`,
  fetchFailed: (url: string, reason: string) => `web_fetch could not read ${url}: ${reason}`,
  notText: (contentType: string, bytes: number) =>
    `(${bytes} bytes of ${contentType || 'unknown type'}, which is not text)`,
  cutAtCharacters: (max: number) => `(truncated at ${max} characters)`,
  cutAtBytes: (max: number) => `(the page is longer than ${max} bytes; the rest was not read)`,
  searchUnavailable:
    'The web search was unavailable. Continue without it, or read a known page with web_fetch.',
  timedOut: (ms: number) => `no complete answer within ${ms} ms`,
} as const;

export const memoryTexts = {
  notAnObject: 'A memory fact must be an object.',
  badScope: '"scope" must be one of installation, workspace, role.',
  badKind: '"kind" must be one of convention, decision, pitfall, note.',
  textRequired: '"text" must be a non-empty string.',
  textTooLong: (length: number) => `"text" is ${length} characters; the limit is 500.`,
  fieldRequired: (field: string, scope: string) =>
    `"${field}" is required when "scope" is "${scope}".`,
  fieldOmitted: (field: string) => `"${field}" must be omitted when "scope" is "installation".`,
  badConfidence: '"confidence" must be a number between 0 and 1.',
  noFactToSupersede: (id: string) => `There is no fact "${id}" to supersede.`,
  noFact: (id: string) => `There is no fact "${id}".`,
  inactive: (id: string) => `The fact "${id}" is already replaced or retracted.`,
  inactiveToSupersede: (id: string) =>
    `The fact "${id}" is already replaced or retracted. Correct the fact that stands in its place, or write a new one.`,
  cannotMove: (id: string, scope: string, owner: string | null) =>
    `The fact "${id}" is scoped to ${owner === null ? scope : `${scope} "${owner}"`}, and a correction cannot move it. Keep its scope and owner, or retract it and write a new fact.`,
  unranked:
    'The full-text index is unavailable, so these facts come from an unranked scan for the query as it stands.',
  noFullTextIndex: (error: string) =>
    `no full-text index for memory (${error}); recall will fall back to an unranked substring scan`,
  badVectorWidth: (embedder: string, width: number, expected: number) =>
    `${embedder} answers with vectors of ${width} numbers where ${expected} are needed; recall keeps the lexical order`,
} as const;

export const workspaceTexts = {
  nameRequired: 'A non-empty "name" is required.',
  nothingToUpdate: 'Nothing to update: send skillIds, budget, name, description, color or style.',
  noWorkspace: (id: string) => `No workspace "${id}".`,
  noWorkspaceToSelect: (id: string) => `There is no workspace "${id}".`,
  needsName: 'A workspace needs a name.',
  nameTooLong: 'Workspace names are limited to 60 characters.',
  pathNotAbsolute: (path: string) =>
    `"${path}" is not an absolute path. Give the whole path, or a folder name to work under the workspaces root.`,
  pathOutside: (path: string, root: string) =>
    `External workspaces are disabled, so "${path}" is outside the permitted root ${root}. ` +
    'Choose a folder under it, or allow external workspaces in the settings.',
  folderInvalid: 'A folder name cannot be empty or contain a path separator.',
  folderEscapes: (folder: string, root: string) =>
    `"${folder}" escapes the workspaces root ${root}.`,
  pathTaken: (path: string) => `An office already works in ${path}.`,
  opened: (name: string, path: string) => `"${name}" opened in ${path}.`,
  couldNotCreate: (path: string, error: string) => `Could not create ${path}: ${error}`,
  defaultStays:
    'The first organisation cannot be closed: it is the fallback when nothing else is selected.',
  hasActiveRuns: (name: string, count: number) =>
    `"${name}" has ${count} active run(s). Cancel them or wait before closing the floor.`,
  needsSkill: 'An organisation needs at least one skill available to its employees.',
  badDefaultBudget: 'A default run budget must be zero or more.',
  badTotalBudget: 'A total budget must be zero or more.',
  badStyle: 'That is not a style this build can apply.',
  noPreset: (id: string) => `There is no style preset called "${id}".`,
  noRole: (id: string) => `No role "${id}".`,
  roleExists: (id: string) => `A role with id "${id}" already exists here.`,
  noManager: (id: string) => `Reports-to role "${id}" does not exist.`,
  noSeat: (id: string) => `There is no seat "${id}" on this floor.`,
  seatTaken: (id: string, displayName: string) => `Seat "${id}" is taken by ${displayName}.`,
  needsTool: 'An employee must keep at least one tool; the whole list was unknown.',
  skillsNotEnabled: (floor: string) => `"${floor}" has none of those skills enabled.`,
  nothingToGrant: 'Nothing to change: send allowedTools or skillIds.',
  noKit: 'this installation has no block kit, so there is nothing to build with.',
  noKitToRemove: 'this installation has no block kit.',
  emptyKit: 'the block kit has no rooms to build with.',
  noRoomLeft: 'there is no room left to build on: every port is either used or blocked.',
  coreOnly: (floor: string) => `"${floor}" is the core office only; there is nothing to remove.`,
  roomNeeded: (floor: string, employees: number, seats: number) =>
    `"${floor}" has ${employees} employee(s) and would only have ${seats} seat(s) left; no room can be spared.`,
  grew: (name: string, rooms: number, floor: number) =>
    `"${name}" grew ${rooms} room(s) on floor ${floor}.`,
  outOfRoom: (name: string) =>
    `"${name}" has run out of room to build: some employees have no desk.`,
} as const;

/** The line about a floor's layout, and the log line when its kit has changed (behaviour-plugins.md 6.4). */
export const floorTexts = {
  shown: (floors: number, name: string) => `${floors}, showing "${name}"`,
  coreAlone: 'core only',
  grown: (names: readonly string[]) => `core + ${names.length} rooms · ${names.join(', ')}`,
  modulesGone: (name: string, kinds: readonly string[]) =>
    `"${name}" lost ${kinds.length} room(s) that the block kit no longer has: ${kinds.join(', ')}.`,
} as const;

export const settingsTexts = {
  concurrency: 'Concurrency must be between 1 and 16.',
  softSpend: 'The soft spend threshold cannot be negative.',
  approvalTimeout: 'An approval must be allowed at least a second to answer.',
  overridesNotObject: '"modelOverrides" must be an object with one override for each model id.',
  overrideNotObject: (id: string) => `The override for "${id}" is not an object.`,
  notATier: (value: string) => `"${value}" is not a model tier.`,
  badPrice: (direction: 'input' | 'output', id: string) =>
    `The ${direction} price for "${id}" must be a number of dollars per million tokens, zero or more.`,
  badQuality: (id: string) => `The quality for "${id}" must be a number between 0 and 1.`,
  badFitness: (id: string) =>
    `The fitness for "${id}" must be an object of numbers between 0 and 1, one for each task class.`,
  unknownModels: (ids: readonly string[]) =>
    `overrides of ${ids.length} unknown model(s) were dropped: ${ids.join(', ')}.`,
  patchRequired: 'A "patch" object is required.',
  gatesOpen:
    'autoApproveShell is on: shell commands, git writes and delegation to external harnesses run without asking anybody.',
  storedUnusable: (field: string, reason: string) =>
    `the saved value of "${field}" cannot be used and its default stands: ${reason}`,
} as const;

/** The plugin host: what it is asked to do, and what became of a plugin (interface.md 7, behaviour-plugins.md 1). */
export const pluginTexts = {
  installGate:
    'Installing plugins is disabled. Set OFFICE_ALLOW_PLUGIN_INSTALL=true to allow running code downloaded from a marketplace.',
  installFields: '"catalogUrl" and "pluginId" strings are required.',
  enabledRequired: 'An "enabled" boolean is required.',
  settingsRequired: 'A "settings" object is required.',
  noPlugin: (id: string) => `No plugin "${id}".`,
  rejectedSettings: (keys: readonly string[]) => `Rejected setting(s): ${keys.join(', ')}.`,
  bundledStays:
    'This plugin ships with the office in OFFICE_PLUGINS_DIR. Disable it, or remove the directory yourself.',
  couldNotRemove: (dir: string, error: string) => `could not remove ${dir}: ${error}`,
  leftBehind: (dir: string, error: string) => `could not delete what is left in ${dir}: ${error}`,
  restored: (id: string) =>
    `an interrupted upgrade of "${id}" was undone: the old version is back.`,
  noManifest: 'no plugin.json in the directory.',
  manifestUnreadable: (error: string) => `plugin.json cannot be read: ${error}`,
  manifestTooLarge: (bytes: number) => `plugin.json is larger than ${bytes / 1024} KB.`,
  manifestNotJson: (error: string) => `plugin.json is not valid JSON: ${error}`,
  unloadable: 'This directory could not be loaded.',
  unknown: '—',
  unreadableRoot: (dir: string, error: string) => `cannot read ${dir}: ${error}`,
  alreadyProvided: (id: string, dir: string) =>
    `"${id}" is already provided by another directory; ignoring ${dir}.`,
  scanned: (count: number, bundledDir: string, installDir: string) =>
    `${count} plugin(s) from ${bundledDir} and ${installDir}`,
  savedStateMalformed: (items: readonly string[]) =>
    `ignored malformed saved plugin state: ${items.join('; ')}`,
  savedStateNotObject: 'the saved plugin state is not an object',
  savedPartNotObject: (part: 'enabled' | 'settings') => `${part} is not an object`,
  savedNotBoolean: (id: string) => `enabled["${id}"] is not a boolean`,
  savedSettingsNotObject: (id: string) => `settings["${id}"] is not an object`,
  savedSourcesNotArray: 'sources is not an array',
  savedSourceNotObject: (index: number) => `sources[${index}] is not an object`,
  savedSourceIncomplete: (index: number) => `sources[${index}] has no id or no url`,
  failedToActivate: (error: string) => `failed to activate: ${error}`,
  deactivateThrew: (id: string, error: string) => `${id}: deactivate() threw: ${error}`,
  contributionTaken: (what: string, id: string) =>
    `${what} "${id}" is already provided elsewhere; this one is not offered.`,
} as const;

/** Plugin code in its process: what is refused to it, and why it was ended (behaviour-plugins.md 1.5, decisions.md B7, D20). */
export const pluginCodeTexts = {
  entryMissing: (path: string) => `entry module "${path}" does not exist.`,
  entryNoActivate: (path: string) => `entry module "${path}" does not export activate().`,
  entryEscapes: (path: string) => `entry "${path}" escapes the plugin directory.`,
  entryLink: (full: string, part: string) =>
    `Refusing path "${full}": "${part}" is a symbolic link or junction, and following it could leave the plugin directory. Refer to the real path instead.`,
  tooManyFiles: (max: number) => `the plugin directory holds more than ${max} files.`,
  directoryName: 'the path of the plugin directory holds a "*", which code cannot be confined to.',
  permissionNeeded: (id: string, what: string, permission: string, declared: readonly string[]) =>
    `${id}: ${what} needs the "${permission}" permission, which its manifest does not declare. Declared: ${declared.join(', ') || '(none)'}.`,
  registerTool: 'registerTool',
  subscribe: 'subscribing to the event stream',
  toolNeedsName: 'registerTool needs a tool with a name.',
  toolNeedsRun: (name: string) => `tool "${name}" has no run function.`,
  toolRegistered: (name: string) => `tool "${name}" is already registered.`,
  tooManyTools: (max: number) => `a plugin may register at most ${max} tools.`,
  handlerNeeded: 'on needs an event type and a handler function.',
  handlerThrew: (error: string) => `event handler threw: ${error}`,
  eventsDropped: (count: number) =>
    `${count} event(s) were not delivered: the plugin handles them more slowly than they come.`,
  toolDescription: (id: string, description: string) => `[${id}] ${description}`,
  toolOk: 'ok',
  toolFailed: 'failed',
  noSuchTool: (name: string) => `the plugin has no tool "${name}".`,
  badResult: 'the tool returned no result object.',
  toolCancelled: 'The call was cancelled.',
  notRunning: 'the plugin is not running.',
  activationTimedOut: (seconds: number) => `activate() did not finish within ${seconds} s.`,
  deactivationTimedOut: (seconds: number) => `it did not finish within ${seconds} s`,
  toolTimedOut: (name: string, seconds: number) =>
    `tool "${name}" did not finish within ${seconds} s; the plugin was stopped.`,
  handlerTimedOut: (type: string, seconds: number) =>
    `a handler of "${type}" did not finish within ${seconds} s; the plugin was stopped.`,
  unresponsive: (seconds: number) => `the plugin did not respond for ${seconds} s and was stopped.`,
  unreachable: 'the plugin does not read what the office sends it and was stopped.',
  outOfMemory: (megabytes: number) =>
    `the plugin used more than ${megabytes} MB of memory and was stopped.`,
  flooded: 'the plugin sent more messages than the office accepts and was stopped.',
  logLinesLeftOut: (most: number) =>
    `more than ${most} log lines in a minute; the others are left out.`,
  messageTooLarge: (bytes: number) => `a message to the office holds at most ${bytes / 1024} KB.`,
  malformedMessage: 'the plugin sent a message the office does not know and was stopped.',
  ended: (how: string) => `the plugin's process ended unexpectedly (${how}).`,
  couldNotStart: (error: string) => `the plugin's process could not be started: ${error}`,
  forbidden: (what: string) => `${what} is not available to plugins.`,
  fileOver: 'files can be reached only while the tool call they belong to is running.',
  fileMissing: (path: string) => `File does not exist: ${path}`,
  fileTooLarge: (path: string, max: number) => `"${path}" is larger than ${max / 1024} KB.`,
} as const;

/** Problems (which reject a plugin) and warnings (which drop or repair a part of it) of `plugin.json`. */
export const manifestTexts = {
  problem: (field: string, message: string) => `${field}: ${message}`,
  notObject: 'must be a JSON object.',
  required: 'is required.',
  idTooLong: 'must be 64 characters or fewer.',
  badId:
    'must be lowercase reverse-dns style with at least two segments, e.g. "office.hello-world".',
  badVersion: 'must be semver, e.g. "1.0.0".',
  apiVersionRequired: 'is required; this host implements "1".',
  apiVersionMismatch: (version: string) =>
    `targets API "${version}", but this host implements "1".`,
  permissionsNotArray: 'must be an array.',
  unknownPermissions: (names: readonly string[]) => `unknown permission(s): ${names.join(', ')}.`,
  entryEmpty: 'must be a non-empty relative path.',
  entryAbsolute: 'must be relative to the plugin directory.',
  entryEscapes: 'may not escape the plugin directory.',
  settingsNotArray: 'settings must be an array of fields.',
  settingNotObject: 'must be an object.',
  settingKey: 'must be a simple identifier.',
  settingKeyTwice: (key: string) => `duplicate setting key "${key}".`,
  settingType: 'must be string, number, boolean or select.',
  settingDefaultType: (type: string) => `must match type "${type}".`,
  settingDefaultOption: 'must be one of the options.',
  settingOptions: 'a select needs options.',
  codeWithoutPermissions: 'declares an entry module but no permissions.',
  toolsWithoutCode: 'asks for the "tools" permission but ships no code, so it cannot register one.',
  withheld: (key: string, permission: string) =>
    `contributes ${key} without the "${permission}" permission; withheld.`,
  contributesNotObject: 'contributes is not an object; ignored.',
  listNotArray: (key: string) => `contributes.${key} is not an array; ignored.`,
  itemNotObject: (at: string) => `${at} is not an object; dropped.`,
  modelIncomplete: (at: string) => `${at} needs id, providerId and a valid tier; dropped.`,
  priceNotNumber: (at: string, field: string) =>
    `${at}.${field} is not a finite number; treated as 0.`,
  priceNegative: (at: string, field: string, value: number) =>
    `${at}.${field} is negative (${value}); treated as 0. A negative price would refund the run budget instead of spending it.`,
  providerIncomplete: (at: string) => `${at} needs id, label and baseUrl; dropped.`,
  providerId: (at: string, id: string) => `${at}.id "${id}" must be a lowercase slug; dropped.`,
  providerTwice: (at: string, id: string) =>
    `${at}.id "${id}" is declared twice; the second is dropped.`,
  providerUrl: (at: string) =>
    `${at}.baseUrl must be https (or http on the loopback address with "keyless": true); dropped.`,
  providerKeyless: (at: string, url: string) =>
    `${at} is "keyless" but "${url}" is not a loopback address. A keyless provider is a local runtime; a remote one must name a "keyEnvVar" so a human has to configure it.`,
  providerKind: (at: string) => `${at}.kind must be "openai-compat" or "anthropic"; dropped.`,
  providerKeyVariable: (at: string, name: string) =>
    `${at}.keyEnvVar "${name}" is not an environment variable name; dropped.`,
  providerOwnVariable: (at: string, name: string) =>
    `${at}.keyEnvVar "${name}" belongs to the service itself; dropped.`,
  providerNoKey: (at: string) =>
    `${at} names neither "keyEnvVar" nor "keyless": it would never count as configured; dropped.`,
  providerHeader: (at: string, name: string) =>
    `${at}.extraHeaders["${name}"] is not a safe header; ignored.`,
  skillIncomplete: (at: string) =>
    `${at} needs id, name, description and a non-empty body; dropped.`,
  ruleIncomplete: (at: string) => `${at} needs an id; dropped.`,
  ruleUndescribed: 'no description',
  roleIncomplete: (at: string) => `${at} needs id, displayName and title; dropped.`,
  roleFilled: (at: string, id: string, fields: readonly string[]) =>
    `${at} (${id}) did not declare ${fields.join(', ')}; safe defaults were filled in so the template is a complete role. Hiring it is still your decision.`,
  roleVoice: (displayName: string) =>
    `${displayName} writes plainly, says what is known and what is not, and keeps to the point.`,
  pipelineIncomplete: (at: string) => `${at} needs id, name and stages; dropped.`,
  pipelineStage: (at: string, id: string, stage: number, why: string) =>
    `${at} (${id}) cannot run: stages[${stage}] ${why}; dropped.`,
  pipelineEmpty: (at: string, id: string) => `${at} (${id}) has no stages; dropped.`,
  stageNotObject: 'is not an object',
  stageNeedsName: 'needs a name',
  stageKind: (value: string) => `has the unknown kind ${value}`,
  stageMode: (value: string) => `has the unknown mode ${value}`,
  stageRoles: 'names no roles',
  panelIncomplete: (at: string) => `${at} needs id, title and a known placement; dropped.`,
  panelWidgets: (at: string, count: number) =>
    `${at}.body: ${count} widget(s) were not renderable and were dropped.`,
  panelBodyEmpty: (at: string) => `${at}.body has no renderable widget; the panel will be empty.`,
  panelSourceNotObject: (at: string) => `${at}.source is not an object; ignored.`,
  panelSourceUrl: (at: string) => `${at}.source.url must be an http(s) URL; ignored.`,
  panelNothing: (at: string) =>
    `${at} declares neither a body nor a source, so it has nothing to show.`,
  tokensNotObject: (at: string) => `${at}.tokens is not an object; ignored.`,
  tokenUnknown: (at: string, key: string) =>
    `${at}.tokens.${key} is not a token the console paints with; ignored. Known: accent, surface, text.`,
  tokenNotColour: (at: string, key: string) => `${at}.tokens.${key} is not a colour; ignored.`,
} as const;

/** What stands in a widget where its author left a gap (behaviour-plugins.md 3.2). */
export const widgetTexts = {
  metricLabel: 'value',
  keyValueLabel: 'Details',
  tableLabel: 'Table',
  listLabel: 'Items',
  barsLabel: 'Breakdown',
  blank: '—',
} as const;

/** Reading a panel (behaviour-plugins.md 3.3). */
export const panelTexts = {
  noPanel: (panelId: string, pluginId: string) =>
    `no panel "${panelId}" is contributed by "${pluginId}".`,
  notAUrl: 'the panel endpoint is not a URL.',
  refused: (reason: string) => `the panel endpoint was refused: ${reason}`,
  unreachable: (error: string) => `could not reach the panel endpoint: ${error}`,
  status: (status: number) => `the panel endpoint returned HTTP ${status}.`,
  tooLarge: (bytes: number) => `the answer is larger than ${bytes / 1024} KB`,
  nothingRenderable: 'the panel endpoint returned nothing renderable.',
  cap: 'this installation already reads 12 live panels; this one was not fetched.',
  servedBy: (panelId: string, host: string) => `panel "${panelId}" is served by ${host}.`,
  partialLoss: (panelId: string, count: number) =>
    `panel "${panelId}": ${count} widget(s) were not renderable.`,
} as const;

/** Catalogues, sources, installs and upgrades (behaviour-plugins.md 2). */
export const marketplaceTexts = {
  catalogNotObject: 'the catalog is not a JSON object.',
  catalogNoPlugins: 'the catalog has no "plugins" array.',
  catalogTooLarge: (bytes: number) => `the catalog is larger than ${bytes / (1024 * 1024)} MB.`,
  entryNotObject: (index: number) => `plugins[${index}] is not an object.`,
  entryInvalid: (index: number, clauses: string) =>
    `plugins[${index}].manifest is invalid - ${clauses}`,
  entryNoUrl: (index: number) => `plugins[${index}] has no downloadUrl.`,
  entryBadUrl: (index: number, id: string) =>
    `plugins[${index}] (${id}) has a downloadUrl that is not a URL.`,
  entryNoHash: (index: number, id: string) =>
    `plugins[${index}] (${id}) has no valid sha256. An install will not run a bundle whose hash the marketplace did not publish.`,
  entryForeign: (index: number, id: string, from: string, scheme: string, listedBy: string) =>
    `plugins[${index}] (${id}) downloads from ${from} over ${scheme}//, but it is listed by ${listedBy}. A bundle must be served by the marketplace that lists it, over https (plain http is allowed only between loopback addresses).`,
  catalogUrl: 'A catalog URL must start with http:// or https://.',
  redirected: (location: string) =>
    `the marketplace redirected to ${location}. Register the URL it redirects to, so the catalog and its bundles come from one origin.`,
  status: (status: number) => `the marketplace returned HTTP ${status}.`,
  unreachable: (error: string) => `could not reach the marketplace: ${error}`,
  notListed: (id: string) => `"${id}" is not in that marketplace.`,
  alreadyInstalled: (id: string, version: string) => `"${id}" ${version} is already installed.`,
  bundledUpgrade: (id: string) =>
    `"${id}" ships with the office; update it by updating the service.`,
  notNewer: (id: string, installed: string, offered: string) =>
    `"${id}" is already at ${installed}; the marketplace offers ${offered}.`,
  downloadRefused: (reason: string) => `the bundle download was refused: ${reason}`,
  downloadFailed: (error: string) => `could not download the bundle: ${error}`,
  downloadLeft: (from: string, to: string) => `the bundle download left ${from} for ${to}.`,
  downloadUnencrypted: (host: string) => `${host} would be read without encryption.`,
  downloadStatus: (status: number) => `the download returned HTTP ${status}.`,
  downloadTooLarge: (bytes: number) => `it is larger than ${bytes / (1024 * 1024)} MB.`,
  checksumMismatch: (published: string, actual: string) =>
    `checksum mismatch: the marketplace published ${published.slice(0, 16)}... but the bundle hashes to ${actual.slice(0, 16)}...`,
  noManifest: 'the bundle has no plugin.json at its root or in a single wrapping directory.',
  declaresOther: (declared: string, requested: string) =>
    `the bundle declares "${declared}" but "${requested}" was requested.`,
  notLoaded: 'the bundle was unpacked but could not be loaded.',
  installFailed: 'Install failed.',
  installed: (id: string, version: string, url: string) => `installed ${id} ${version} from ${url}`,
  upgraded: (id: string, version: string, url: string) => `upgraded ${id} ${version} from ${url}`,
  urlRequired: 'A "url" string is required.',
  urlNotAbsolute: 'A marketplace URL must be an absolute http:// or https:// URL.',
  urlScheme: (scheme: string) => `A marketplace URL must be http:// or https:// (got ${scheme}//).`,
  alreadyRegistered: 'That marketplace is already registered.',
  noMarketplace: (id: string) => `No marketplace "${id}".`,
  sourceFailed: (label: string, error: string) => `${label}: ${error}`,
} as const;

/** Why a bundle is not unpacked (behaviour-plugins.md 2.3). */
export const bundleTexts = {
  notGzip: (error: string) => `the bundle is not valid gzip: ${error}`,
  notTar: (error: string) => `the bundle is not a valid tar archive: ${error}`,
  longNames: 'GNU long-name tar extensions are not supported; repack with ustar names.',
  link: (name: string) => `archive entry "${name}" is a link, which bundles may not contain.`,
  unsupported: (name: string, type: string) =>
    `archive entry "${name}" has unsupported type "${type}".`,
  base256: 'base-256 tar sizes are not supported.',
  badSize: (text: string) => `tar entry has an unreadable size field ("${text}").`,
  emptyPath: 'archive contains an empty path.',
  absolute: (path: string) => `archive entry "${path}" is an absolute path.`,
  escapes: (path: string) => `archive entry "${path}" escapes the plugin directory.`,
  unusable: (path: string) => `archive entry "${path}" has a name that not every system can store.`,
  tooDeep: (path: string, max: number) =>
    `archive entry "${path}" lies more than ${max} directories deep.`,
  unpackable: (path: string) =>
    `"${path}" cannot be stored in a plain ustar archive: use a shorter name of plain characters.`,
  twice: (path: string) => `archive entry "${path}" is there twice.`,
  inTheWay: (path: string) => `archive entry "${path}" is a file and a directory at once.`,
  tooLarge: 'the bundle expands past the 32 MB limit.',
  tooManyFiles: 'the bundle contains more than 2048 files.',
  truncated: (path: string) => `archive entry "${path}" is truncated.`,
  empty: 'the bundle contained no files.',
} as const;

/** The resolved model mode, its drift and the hints of providers (behaviour-server.md 3.4). */
export const modeTexts = {
  autoLive: (ids: readonly string[]) =>
    `OFFICE_LLM_MODE=auto, and ${ids.join(', ')} ${are(ids)} configured`,
  autoMock: 'OFFICE_LLM_MODE=auto, and no provider key or keyless base URL was found',
  mock: 'OFFICE_LLM_MODE=mock forces scripted employees',
  mockDespite: (ids: readonly string[]) =>
    `OFFICE_LLM_MODE=mock forces scripted employees even though ${ids.join(', ')} ${are(ids)} configured`,
  live: (ids: readonly string[]) => `OFFICE_LLM_MODE=live, with ${ids.join(', ')} configured`,
  liveWithout: 'OFFICE_LLM_MODE=live, but no provider is configured — every turn will fail',
  envFileModified: '.env has been modified since this process started',
  keyAppeared: (name: string, providerId: string) => `${name} is now set for '${providerId}'`,
  drift: (reasons: readonly string[]) =>
    `${reasons.join(', and ')}. The environment is read once, at startup: restart the service to apply it.`,
  keyHint: (name: string, label: string) => `Set ${name} to use ${label}.`,
  localHint: (name: string, example: string) =>
    `Set ${name} to the address of an OpenAI-compatible server, such as ${example}.`,
  mockHint: 'Scripted employees; nothing to configure.',
} as const;

/** Why a configuration cannot be used: the variable and its rule, never its value. */
export const configTexts = {
  problems: (problems: readonly string[]) =>
    `the configuration cannot be used: ${problems.join('; ')}.`,
  badPort: (name: string) => `${name} must be a whole number from 0 to 65535`,
  badUrl: (name: string, schemes: readonly string[]) =>
    `${name} must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  badOrigin: (name: string) => `${name} must list origins such as https://example.org`,
  unreadableEnvFile: '.env must be a readable file',
} as const;

/** Why `/readyz` answers 503. */
export const healthTexts = {
  closing: 'The service is closing.',
  storeSilent: 'The store does not answer.',
} as const;

/** Said by state frames of what is too large for them (decisions.md A17). */
export const stateTexts = {
  clipped: '… [shortened; the whole text is in GET /api/runs/<id>]',
} as const;

/** Wrong shape of a request or command (decisions.md A4). */
export const shapeTexts = {
  mustBe: (field: string, what: string) => `"${field}" must be ${what}.`,
} as const;

export const processTexts = {
  failedToStart: (message: string) => `office failed to start: ${message}`,
  portInUse: (port: number, host: string) =>
    `Port ${port} on ${host} is already in use. Stop the other instance or set PORT to another number.`,
  databaseInUse: (path: string) =>
    `Another process of this service is using ${path}. Stop it first, or set OFFICE_DB to another file.`,
  openToOthers: (host: string) =>
    `listening on ${host} without OFFICE_API_TOKEN: whoever can reach this address can use the office`,
  withoutPersistence: (reason: string) =>
    `running without persistence (${reason}); history will be lost on exit`,
  storeFails: (reason: string) => `the store failed (${reason}); work waits and is tried again`,
  storeWorksAgain: 'the store works again; what waited goes on',
  skillSkipped: (file: string, reason: string) => `skipped ${file} - ${reason}`,
  skillsSkipped: (count: number) => `${count} skill file(s) skipped; the others are loaded.`,
  skillKeyMissing: (path: string, key: string) =>
    `Skill file ${path} is missing the required frontmatter key "${key}".`,
  pruned: (count: number, days: number) =>
    `pruned ${count} event(s) older than ${days} day(s) (OFFICE_EVENT_RETENTION_DAYS=0 keeps everything)`,
} as const;

export const serviceOffTexts = {
  mcp: 'MCP is not running in this process.',
  vendors: 'Vendor delegation is not running in this process.',
} as const;

/** The files that name MCP servers and harnesses (behaviour-plugins.md 4.1, 5.1). */
export const configFileTexts = {
  missing: (variable: string, file: string) =>
    `${variable} points at ${file}, which does not exist.`,
  unreadable: (file: string, error: string) => `Could not read ${file}: ${error}`,
  notJson: (file: string, error: string) => `${file} is not valid JSON: ${error}`,
  notAList: (file: string, key: string) => `${file} must be an object with a "${key}" array.`,
} as const;

const mcpIdRule =
  'must be letters, digits or "-", and start with a letter or digit (no "_", which is the tool-name separator).';

/** The first of a long list, and how many more there are. */
const some = (names: readonly string[], max: number): string =>
  names.length > max
    ? `${names.slice(0, max).join(', ')} and ${names.length - max} more`
    : names.join(', ');

/** MCP servers: what is wrong with their configuration, their connection or a call (behaviour-plugins.md 4). */
export const mcpTexts = {
  inlineForm: (entry: string) =>
    `OFFICE_MCP_SERVERS entry "${entry}" is not in <id>=<command> form. Separate servers with ";".`,
  inlineId: (id: string) => `MCP server id "${id}" ${mcpIdRule}`,
  inlineNoCommand: (id: string) => `MCP server "${id}" names no command.`,
  inlineDuplicate: (id: string) => `OFFICE_MCP_SERVERS names the server id "${id}" twice.`,
  entryNotObject: (index: number) => `servers[${index}] is not an object.`,
  entryId: (index: number) => `servers[${index}].id ${mcpIdRule}`,
  entryUrl: (index: number) => `servers[${index}].url must be an absolute http(s) URL.`,
  entryCommand: (index: number) =>
    `servers[${index}].command must be a non-empty string (or set "type": "http" with a "url").`,
  entryType: (index: number, type: string) =>
    `servers[${index}].type must be "stdio" or "http", not "${type}".`,
  entryDuplicate: (index: number, id: string) => `servers[${index}]: duplicate server id "${id}".`,
  entryHeader: (index: number, name: string) =>
    `servers[${index}].headers["${name}"] is not a safe header; ignored.`,

  grants: (roles: readonly string[]) =>
    roles.length === 0
      ? 'MCP tools are granted to no role (OFFICE_MCP_GRANT_ROLES)'
      : `MCP tools are granted to ${roles.join(', ')} (OFFICE_MCP_GRANT_ROLES)`,
  ready: (id: string, tools: number) => `"${id}" is ready with ${tools} tool(s)`,
  remarks: (id: string, remarks: readonly string[]) =>
    `"${id}": ${remarks.slice(0, 10).join('; ')}${remarks.length > 10 ? '; …' : ''}`,
  notReady: (id: string, error: string) => `"${id}" is not ready: ${error}`,

  couldNotStart: (label: string, error: string) => `${label} could not start: ${error}`,
  didNotStart: (label: string, ms: number) => `${label} did not start within ${ms}ms.`,
  exited: (label: string, how: string, lastLines: readonly string[]) =>
    [`${label} exited (${how})`, ...lastLines].join('\n'),
  exitCode: (code: number) => `exit code ${code}`,
  exitSignal: (signal: string) => `signal ${signal}`,
  redirected: (label: string, status: number, location: string) =>
    `${label} answered ${status} redirecting to ${location}. A JSON-RPC endpoint must not redirect: ` +
    'what is sent to it is meant for that address alone. Configure the address it redirects to.',
  requestFailed: (label: string, error: string) => `${label} request failed: ${error}`,
  answered: (label: string, status: number, text: string, body: string) =>
    `${label} answered ${status} ${text}: ${body}`,
  streamFailed: (label: string, error: string) => `${label} stream failed: ${error}`,
  noHeaders: (ms: number) => `no answer within ${ms}ms`,
  streamSilent: (ms: number) => `it sent nothing for ${ms}ms`,
  streamTooLong: (ms: number) => `it was not finished within ${ms}ms`,
  streamEnded: 'it ended without an answer',
  answerTooLarge: (bytes: number) => `the answer is larger than ${bytes} bytes and was not read`,
  tooManyRequests: 'too many requests are under way',
  notConnected: 'not connected',
  connectionClosed: 'the connection was closed',
  noVersion: 'the handshake was answered without a protocol version',
  timedOut: (method: string, label: string, ms: number) =>
    `MCP ${method} on ${label} timed out after ${ms}ms.`,
  cancelled: (method: string, label: string) => `MCP ${method} on ${label} was cancelled.`,
  failed: (method: string, label: string, message: string, code: number) =>
    `MCP ${method} on ${label} failed: ${message} (code ${code})`,
  stoppedResponding: (error: string) => `the server stopped responding: ${error}`,
  notATool: 'an entry of the tool list has no usable name; skipped',
  alreadyPublished: (name: string) => `the tool "${name}" is already published; skipped`,
  tooManyTools: (max: number) =>
    `the server lists more than ${max} tools; only the first ${max} are published`,
  tooManyPages: (max: number) =>
    `the server's tool list has more than ${max} pages; the others were not read`,
  listNotFollowed: (error: string) => `the changed tool list could not be read: ${error}`,
  discarded: (bytes: number) => `${bytes} bytes of output without an end of line were discarded`,
  noise: (text: string) => `not a message: ${text}`,

  truncated: (max: number) => `…(truncated at ${max} characters)`,
  toolOrigin: (tool: string, serverId: string) =>
    `This is the tool "${tool}" of the MCP server "${serverId}".`,
  block: (type: string) => `[${type} content]`,
  toolReportedError: (text: string) => `The tool reported an error:\n${text}`,
  toolFailed: (tool: string, serverId: string, error: string) =>
    `MCP tool "${tool}" on server "${serverId}" did not complete: ${error}`,
  preview: (tool: string, serverId: string, ms: number) => `${tool} via ${serverId} (${ms}ms)`,
  approvalSummary: (serverId: string, tools: number) =>
    `use the MCP server "${serverId}" (${tools} tool(s))`,
  approvalDetail: (tool: string, serverId: string, tools: readonly string[]) =>
    `The tool "${tool}" is about to be called. Approving lets employees call every tool of the server ` +
    `"${serverId}" until it is connected again: ${some(tools, 50)}. What they send to it is not ` +
    'confined to the workspace.',
  declined: (serverId: string, tool: string) =>
    `The human declined to use the MCP server "${serverId}", so "${tool}" was not called. ` +
    'Do not retry it; carry on with the tools you have.',
} as const;

const vendorPresets = 'codex, dsh, hermes, openclaw';
const vendorIdRule =
  'must be lowercase letters, digits or "-", start with a letter, and contain no "_" (it is the tool-name separator).';

/** Agent harnesses: what is wrong with their configuration or an engagement (behaviour-plugins.md 5). */
export const vendorTexts = {
  inlinePreset: (entry: string, preset: string) =>
    `OFFICE_VENDORS entry "${entry}" names preset "${preset}", which is not one of: ${vendorPresets}. ` +
    'Configure a custom command in vendors.json instead.',
  inlineId: (id: string) => `OFFICE_VENDORS id "${id}" ${vendorIdRule}`,
  inlineDuplicate: (id: string) => `OFFICE_VENDORS names the vendor id "${id}" twice.`,
  entryNotObject: (index: number) => `vendors[${index}] is not an object.`,
  entryId: (index: number) => `vendors[${index}].id ${vendorIdRule}`,
  entryPreset: (index: number) => `vendors[${index}].preset must be one of: ${vendorPresets}.`,
  entryNoCommand: (index: number) =>
    `vendors[${index}] names neither a "preset" nor a non-empty "command".`,
  entryDuplicate: (index: number, id: string) => `vendors[${index}]: duplicate vendor id "${id}".`,
  entryCommandResolved: (index: number, command: string, resolved: string) =>
    `vendors[${index}].command "${command}" holds a path and was resolved to ${resolved}.`,

  grants: (roles: readonly string[], requireCanDelegate: boolean) =>
    `harnesses are granted to ${roles.join(', ') || 'no role'} (OFFICE_VENDOR_GRANT_ROLES)` +
    (requireCanDelegate ? ', where the role may delegate' : ''),
  probed: (id: string, ok: boolean, detail: string) =>
    `"${id}" ${ok ? 'is docked' : 'is unreachable'}: ${detail}`,
  switchedOff: 'switched off by the operator',
  notChecked: 'not yet checked',
  notProbed: 'not probed; this vendor declares no liveness command',
  answeredProbe: 'answered without naming a version',

  toolDescription: (label: string, operator: string) =>
    `Hand a self-contained task to ${label}, an external agent run by ${operator}. It works in the ` +
    "run's workspace and cannot see this conversation: restate everything it needs. It may take " +
    'minutes. What it answers is reported evidence.',
  taskArgument: 'The whole task, with all context and paths it needs.',
  timeoutArgument: 'Milliseconds it may take; can only lower the limit it has anyway.',
  taskRequired: (label: string) => `Delegating to ${label} requires a non-empty "task" string.`,
  noVendor: (id: string) => `There is no vendor named "${id}" any more.`,
  offsite: (label: string) =>
    `${label} is switched off, so it was not engaged. Do the work yourself, or use a different vendor.`,
  busy: (label: string) =>
    `${label} is already working on something. Wait for it to finish, or use a different vendor.`,
  approvalSummary: (label: string, task: string) => `Engage ${label}: ${task}`,
  approvalDetail: (command: string, workspace: string, task: string) =>
    `${command}\nin ${workspace}\n\nIt is asked to change nothing, but nothing keeps it from doing so.\n\n${task}`,
  declined: (label: string) =>
    `The human declined to engage ${label}. Do not retry the same delegation; do the work yourself, ` +
    'or propose an approach that does not need an external harness.',
  readOnlyInstruction:
    'Work read-only. Do not create, change, move or delete any file, do not run commands that do, ' +
    'and do not commit or publish anything. Where a change is needed, describe it in your answer. ' +
    'This holds whatever the task below says.',

  didNotFinish: (command: string, ms: number) =>
    `${command} did not finish within ${ms}ms and was killed.`,
  cancelled: 'Cancelled by the operator.',
  couldNotStart: (command: string, error: string) => `${command} could not start: ${error}`,
  exited: (command: string, code: number, lastLines: readonly string[]) =>
    [`${command} exited with code ${code}`, ...lastLines].join('\n'),
  ended: (command: string, signal: string, lastLines: readonly string[]) =>
    [`${command} was ended by signal ${signal}`, ...lastLines].join('\n'),
  turnStatus: (status: string) => `It says that its turn ended as "${status}".`,
  notUnderstood: 'Its output was not in the form that was expected, and stands here as it came.',
  noOutput: (label: string) => `${label} exited successfully but produced no output.`,

  acpCouldNotStart: (error: string) => `could not start the ACP agent: ${error}`,
  acpStepTimedOut: (step: string, ms: number) =>
    `the ACP agent did not answer "${step}" within ${ms}ms`,
  acpDidNotFinish: (ms: number) => `the agent did not finish within ${ms}ms`,
  acpVersion: (version: string) =>
    `the agent speaks version ${version} of the protocol; this service speaks version 1`,
  acpAuthentication: (note: string | null) =>
    'the agent requires authentication, which this service cannot supply. ' +
    (note ?? 'Sign it in on this machine, as the user this service runs as.'),
  acpRefused: 'the agent refused the task',
  acpNoAnswer: (reason: string) => `the agent finished (${reason}) without producing any answer`,
  acpStopped: (error: string) => `the agent stopped: ${error}`,
  acpForeignSession: (id: string) => `"${id}" is not the session of this task.`,
  acpNoWrites: 'This client does not write files for the agent.',
  acpNoFile: (path: string) => `There is no file ${path}.`,
  acpNotAFile: (path: string) => `${path} is not a regular file.`,
  acpFileTooLarge: (path: string, max: number) => `${path} is larger than ${max} bytes.`,
  permissionSummary: (label: string, title: string) => `${label} wants to ${title}`,
  permissionDetail: (request: {
    readonly kind: string;
    readonly paths: readonly string[];
    readonly input: string | null;
    readonly task: string;
  }) =>
    [
      `Kind of action: ${request.kind}`,
      ...(request.paths.length > 0 ? [`Files: ${request.paths.join(', ')}`] : []),
      ...(request.input === null ? [] : [`Arguments: ${request.input}`]),
      `While working on: ${request.task}`,
    ].join('\n'),
  permissionUntitled: 'do something it did not name',

  truncated: (max: number) => `… [answer truncated at ${max} characters]`,
  answer: (label: string) => `${label} reports:`,
  failure: (label: string, outcome: string, ms: number, error: string) =>
    `${label} did not complete the task (${outcome} after ${ms}ms): ${error}`,
  partialAnswer: 'What it had said until then:',
  pathsInside: (paths: readonly string[]) => `Files it reported: ${paths.join(', ')}`,
  pathsOutside: (count: number) =>
    `${count} path(s) it reported are outside the workspace and were left out.`,
  preview: (label: string, outcome: string, ms: number) => `${label}: ${outcome} (${ms}ms)`,
} as const;
