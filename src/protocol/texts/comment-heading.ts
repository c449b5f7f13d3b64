/** Separate from the other texts about comments, because the page uses it to name a run. */
export const commentHeadingTexts = {
  /** The beginning of an instruction made of comments, or of the brief of the run that continues it. */
  heading: (count: number) =>
    count === 1
      ? 'Somebody reviewed the change and commented on it. Do what the comment asks, or answer why not:'
      : 'Somebody reviewed the change and commented on it. Do what each comment asks, or answer why not:',
};
