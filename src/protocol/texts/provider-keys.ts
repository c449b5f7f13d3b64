/** Refusals of keys of providers that are given by a command. */
export const providerKeyTexts = {
  fields: 'setProviderKey needs "providerId" and "key".',
  unknown: (id: string) => `'${id}' is no provider that a key can be given for.`,
  unusable: 'A key is printable ASCII without quotes. This is none.',
  fromEnvironment: (variables: readonly string[]) =>
    `Keys come from the environment here (${variables.join(', ')}). Set further ones there.`,
  modeIsMock: 'OFFICE_LLM_MODE=mock forces simulated employees, so that a key would not be used.',
  noFile: 'A key is kept in a file beside the store, and this store is not in a file.',
  open: (host: string) =>
    `The service listens on ${host} without a token, so that others could use the key. Set OFFICE_API_TOKEN, or HOST=127.0.0.1.`,
  atWork: (runs: number) =>
    `${runs === 1 ? 'A run is' : `${runs} runs are`} at work, and this would change between simulated and real employees. Cancel ${runs === 1 ? 'it' : 'them'} or wait for the end.`,
  notStored: (id: string) => `No key of '${id}' was given by a command.`,
  notWritten: (reason: string) => `The key could not be kept: ${reason}`,
};
