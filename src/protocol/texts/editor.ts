/** What an editor is shown when the office is its agent. */
export const editorTexts = {
  title: 'Office',
  cwdNotAbsolute: (cwd: string) => `"${cwd}" is not an absolute path.`,
  unknownSession: (id: string) => `This connection knows no session "${id}".`,
  noSession: (id: string) => `The office knows no conversation "${id}" in this folder.`,
  noImages: 'The office reads no images. Describe what is to be seen, or name a file.',
  noAudio: 'The office listens to no sound. Write down what is said.',
  noBinary: (uri: string) => `${uri} is no text, so it cannot be part of a brief. Name the file.`,
  nothingSaid: 'Say what you want done.',

  autoMode: 'Office chooses',
  autoModeDetail: 'The office picks the pipeline that fits the brief.',

  /** Above what an employee says. */
  heading: (told: string) => `**${told}**`,
  to: (from: string, to: string, kind: string) => `${from} to ${to} (${kind})`,
  everyone: 'everyone',
  beginsAgain: '(This answer was cut off and begins again.)',
  wholeText: '(Parts were missed; the whole text:)',
  problem: (message: string) => `⚠ ${message}`,
  lost: 'The connection to the office is lost. It works on; this goes on as soon as it answers.',
  back: 'The office answers again.',
  steered: 'The office was told while it works.',

  changed: (name: string, paths: readonly string[]) => `${name} changed ${paths.join(', ')}`,

  once: 'Yes, once',
  scopes: {
    run: 'Yes, and whenever this run asks for the same',
    checks: "Yes, and whenever the floor's checks run",
    'sandbox-run': 'Yes, and everything else in the sandbox, for this run',
    'sandbox-floor': 'Yes, and everything else in the sandbox, for the whole floor',
  },
  refuse: 'No',
  asks: (name: string, summary: string) => `${name} asks: ${summary}`,
  answerRefused: (reason: string) => `The office does not take this answer: ${reason}`,
  covers: (text: string) => `For the rest of the run a yes would reach:\n${text}`,
  approved: (decider: string) => `Approved${decider}.`,
  rejected: (decider: string, reason: string | null) =>
    reason === null ? `Refused${decider}.` : `Refused${decider}: ${reason}`,

  stage: (name: string, status: string) => `${name} (${status})`,
  report: (runId: string, status: string, spent: string) =>
    `Run ${runId} is ${status}; spent ${spent}.`,
  files: 'Files written:',
} as const;
