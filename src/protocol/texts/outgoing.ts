/** Refusals of addresses that users of the office choose. */
export const outgoingTexts = {
  notListed: (reason: string) =>
    `${reason} The office reaches private addresses only where OFFICE_PRIVATE_HOSTS lists them.`,
} as const;
