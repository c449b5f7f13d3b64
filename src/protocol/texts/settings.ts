export const settingsTexts = {
  concurrency: 'Concurrency must be between 1 and 16.',
  softSpend: 'The soft spend threshold cannot be negative.',
  approvalTimeout: 'An approval must be allowed at least a second to answer.',
  overridesNotObject: '"modelOverrides" must be an object with one override for each model id.',
  overrideNotObject: (id: string) => `The override for "${id}" is not an object.`,
  notATier: (value: string) => `"${value}" is not a model tier.`,
  badPrice: (direction: 'input' | 'output' | 'cache read' | 'cache write', id: string) =>
    `The ${direction} price for "${id}" must be a number of dollars per million tokens, zero or more.`,
  badContextWindow: (id: string) =>
    `The context window for "${id}" must be a whole number of tokens, one or more.`,
  badOutputLimit: (id: string) =>
    `The output limit for "${id}" must be a whole number of tokens, one or more.`,
  badCapabilities: (id: string) =>
    `The capabilities for "${id}" must be an object with true or false for tools, vision, reasoning or streaming.`,
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
