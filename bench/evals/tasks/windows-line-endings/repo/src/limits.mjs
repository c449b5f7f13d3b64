/** Requests a minute. */
export const limits = {
  guests: 10,
  members: 100,
  admins: 1000,
};
