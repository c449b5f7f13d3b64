/** Texts of the log and of lists about things done outside the office. */
export const outboxTexts = {
  interrupted: 'It was interrupted; the outcome is unknown.',
  tookTooLong: (seconds: number) => `It took longer than ${seconds} seconds.`,
  done: (key: string) => `${key} is done`,
  givenUp: (what: string, attempts: number, reason: string) =>
    `${what} was given up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${reason}`,
  notLooked: (reason: string) => `What waits in the outbox could not be looked up: ${reason}`,
  notCarriedOn: (what: string, reason: string) => `${what} could not be stored: ${reason}`,
  notFollowed: (reason: string) => `Events for the doors could not be read: ${reason}`,
  notPruned: (reason: string) => `Old rows of the outbox could not be deleted: ${reason}`,
} as const;
