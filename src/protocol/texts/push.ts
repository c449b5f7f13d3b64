import { exact } from './format.js';

/** Refusals of subscriptions, and what the messages of the page's browser say. */
export const pushTexts = {
  endpoint: (most: number) =>
    `"endpoint" must be the address of a push service: https://, at most ${most} characters, without user and password.`,
  keys: '"keys" must hold "p256dh" and "auth" as the browser gave them.',
  approvalWaits: 'An employee asks for approval',
  runEnded: (status: string) => `Run ${status}`,
  budgetPassed: 'A run has spent its ceiling',
  limit: (limitUsd: number) => `It was $${exact(limitUsd)}.`,
} as const;
