const vendorPresets = 'codex, dsh, hermes, openclaw, claude-code, gemini-cli, opencode, qwen-code';

const vendorIdRule =
  'must be lowercase letters, digits or "-", start with a letter, and contain no "_" (it is the tool-name separator).';

/** Problems of agent harnesses: configuration and engagements. */
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
  refusesFolders: (option: string) =>
    `started without ${option}: refuses to work where there is no git repository`,
  lacksOption: (command: string, option: string) =>
    `${command} does not know ${option}: it works in no folder outside git, and is to be updated`,

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
  touches: (label: string, workspace: string) =>
    `${label} works in ${workspace} as a program of its own, with the rights of the service's account; what it is told and reads may leave by the network.`,
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
  acpSignIns: (names: readonly string[]) => ` It takes: ${names.join('; ')}.`,
  acpRefused: 'the agent refused the task',
  acpNoAnswer: (reason: string) => `the agent finished (${reason}) without producing any answer`,
  acpStopped: (error: string) => `the agent stopped: ${error}`,
  acpForeignSession: (id: string) => `"${id}" is not the session of this task.`,
  acpTooManyReads: (most: number) => `${most} reads are waiting, as many as there may be.`,
  acpNoWrites: 'This client does not write files for the agent.',
  acpNoFile: (path: string) => `There is no file ${path}.`,
  acpNotAFile: (path: string) => `${path} is not a regular file.`,
  acpFileTooLarge: (path: string, max: number) => `${path} is larger than ${max} bytes.`,
  permissionSummary: (label: string, title: string) => `${label} wants to ${title}`,
  permissionDetail: (request: {
    readonly kind: string;
    readonly paths: readonly string[];
    readonly input: string | null;
    /** What the agent is told after a yes. */
    readonly answer: string | null;
    readonly task: string;
  }) =>
    [
      `Kind of action: ${request.kind}`,
      ...(request.paths.length > 0 ? [`Files: ${request.paths.join(', ')}`] : []),
      ...(request.input === null ? [] : [`Arguments: ${request.input}`]),
      ...(request.answer === null ? [] : [`A yes is told as: ${request.answer}`]),
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
  spent: (usd: number) => `spent $${usd.toFixed(4)}, as it says`,
  spentTokens: (input: number, output: number) =>
    `spend unknown: it names ${input} tokens in, ${output} out, and no price`,
  spendUnknown: 'spend unknown',
} as const;
