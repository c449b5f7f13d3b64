/** Whether this is `npm run test:crash`, which tries everywhere what `npm test` tries in one place. */
export const atLength = process.env.CRASH_KILLS !== undefined;
