/** Plugin code in its process: refused imports, and why it was ended. */
const insteadOf: Readonly<Record<string, string>> = {
  fs: 'files of the workspace are read and written through `files` of a tool call',
  'fs/promises': 'files of the workspace are read and written through `files` of a tool call',
  http: 'use fetch',
  https: 'use fetch',
  http2: 'use fetch',
  net: 'use fetch',
  tls: 'use fetch',
  dns: 'use fetch',
  undici: 'use fetch',
  crypto: 'use the global crypto',
  url: 'use the globals URL and URLSearchParams',
  util: 'use TextEncoder, TextDecoder and structuredClone, or bundle a package',
  timers: 'use setTimeout',
  'timers/promises': 'use setTimeout',
  events: 'use EventTarget, or bundle a package',
  buffer: 'use Uint8Array, TextEncoder and TextDecoder, or bundle a package',
  process: 'what an operator sets is in `api.settings`',
};

/** The replacement for a Node module, for plugin authors. */
function insteadOfModule(specifier: string): string {
  return (
    insteadOf[specifier.replace(/^node:/, '')] ??
    'use what the web platform has, or bundle a package'
  );
}

function insteadOfGlobal(name: string): string {
  return insteadOf[name.toLowerCase()] ?? 'write an ES module';
}

export const pluginCodeTexts = {
  entryMissing: (path: string) => `entry module "${path}" does not exist.`,
  entryNoActivate: (path: string) => `entry module "${path}" does not export activate().`,
  entryEscapes: (path: string) => `entry "${path}" escapes the plugin directory.`,
  entryLink: (full: string, part: string) =>
    `Refusing path "${full}": "${part}" is a symbolic link or junction, and following it could leave the plugin directory. Refer to the real path instead.`,
  tooManyFiles: (max: number) => `the plugin directory holds more than ${max} files.`,
  tooMuchCode: (max: number) =>
    `the modules of the plugin are larger than ${max / 1024 / 1024} MB in all.`,
  moduleMissing: (file: string) => `the plugin has no file "${file}".`,
  moduleUnresolved: (specifier: string, from: string) =>
    `"${specifier}", imported by ${from}, is not in the plugin. Bundle what it needs, or put it into its node_modules.`,
  requireOfModule: (specifier: string, from: string) =>
    `"${specifier}", required by ${from}, is an ES module. Import it instead.`,
  noNodeModule: (specifier: string, from: string) =>
    `"${specifier}", imported by ${from}, is not available to plugins: ${insteadOfModule(specifier)}.`,
  noNodeGlobal: (name: string) =>
    `${name} is not defined: it is not available to plugins; ${insteadOfGlobal(name)}.`,
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
  toolInterrupted: (name: string, seconds: number) =>
    `tool "${name}" did not finish within ${seconds} s and was interrupted.`,
  handlerTimedOut: (type: string, seconds: number) =>
    `a handler of "${type}" did not finish within ${seconds} s; the plugin was stopped.`,
  handlerInterrupted: (type: string, seconds: number) =>
    `a handler of "${type}" did not finish within ${seconds} s and was interrupted.`,
  backgroundInterrupted: (seconds: number) =>
    `code that nothing waits for did not finish within ${seconds} s and was interrupted.`,
  interruptedTooOften: (most: number) =>
    `the plugin had to be interrupted more than ${most} times in a minute and was stopped.`,
  unresponsive: (seconds: number) => `the plugin did not respond for ${seconds} s and was stopped.`,
  unreachable: 'the plugin does not read what the office sends it and was stopped.',
  outOfMemory: (megabytes: number) =>
    `the plugin used more than ${megabytes} MB of memory and was stopped.`,
  flooded: 'the plugin sent more messages than the office accepts and was stopped.',
  logLinesLeftOut: (most: number) =>
    `more than ${most} log lines in a minute; the others are left out.`,
  messageTooLarge: (bytes: number) => `a message to the office holds at most ${bytes / 1024} KB.`,
  malformedMessage: 'the plugin sent a message the office does not know and was stopped.',
  engineFailed: (error: string) => `the engine of the plugin failed: ${error}`,
  ended: (how: string) => `the plugin's process ended unexpectedly (${how}).`,
  couldNotStart: (error: string) => `the plugin's process could not be started: ${error}`,
  tooManyTimers: (most: number) => `a plugin may have at most ${most} timers at once.`,
  tooManyFetches: (most: number) => `a plugin may have at most ${most} requests open at once.`,
  fetchBodyTooLarge: (max: number) => `the body of a request holds at most ${max / 1024} KB.`,
  fetchHeadersTooLarge: (count: number, max: number) =>
    `a request has at most ${count} headers of ${max / 1024} KB in all.`,
  fetchAnswerTooLarge: (host: string, max: number) =>
    `the answer of "${host}" is larger than ${max / 1024 / 1024} MB.`,
  toolOfOther: (name: string, owner: string) =>
    `tool "${name}" belongs to the plugin "${owner}", which may have been granted it.`,
  tooManyFileRequests: (max: number) => `more than ${max} requests for files are waiting.`,
  fileOver: 'files can be reached only while the tool call they belong to is running.',
  fileMissing: (path: string) => `File does not exist: ${path}`,
  fileTooLarge: (path: string, max: number) => `"${path}" is larger than ${max / 1024} KB.`,
} as const;
