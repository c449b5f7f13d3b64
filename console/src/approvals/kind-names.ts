/** Words after "asks to", by the kind of approval. */
export const kindNames: Readonly<Record<string, string>> = {
  shell: 'run a command',
  write: 'write files',
  network: 'reach the network',
  spend: 'go on spending',
  risk: 'do something risky',
  memory: 'remember something',
};
