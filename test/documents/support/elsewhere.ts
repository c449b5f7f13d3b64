/** Programs that are not the office's, and why no command of theirs is carried out here. */
export const elsewhere: Readonly<Record<string, string>> = {
  bash: 'carries out a file of the checkout, which is looked for',
  cat: 'a tool of every system',
  claude: 'an agent of others, which starts what is named; clients of both SDKs do so in tests',
  codex: 'the same',
  docker: 'needs a daemon; names of services and commands in a container are checked',
  git: 'works on a repository of the reader; its commands are checked',
  helm: 'needs a cluster; the chart it is given is looked for',
  jq: 'reads what a command printed, which is JSON by other tests',
  kubectl: 'needs a cluster; the files it is given are looked for',
  openssl: 'makes a secret; its words are those of its manual',
  python3: 'serves a folder at a port that may be taken',
  sha256sum: 'a tool of every system',
  tar: 'a tool of every system',
};

/** Commands of npm itself, and why none is carried out here. */
export const npmElsewhere: Readonly<Record<string, string>> = {
  audit: 'asks a registry',
  install: 'asks a registry',
};

/** Options of Node that are named. */
export const nodeOptions: ReadonlySet<string> = process.allowedNodeEnvironmentFlags;
