/** Faults of a plan from an employee or a person, in words that say what is right. */
export const workPlanTexts = {
  notHere: 'The plan is set in the planning stage; now it is carried out. A person can change it.',
  noBuilder: (roleIds: readonly string[]) =>
    `"builders" is empty: name who builds, at best yourself. They may write here: ${roleIds.join(', ') || 'nobody'}.`,
  unknownRole: (roleId: string, roleIds: readonly string[]) =>
    `There is no employee "${roleId}" who may write. They may: ${roleIds.join(', ') || 'nobody'}.`,
  roleTwice: (roleId: string) =>
    `"${roleId}" is named twice in "builders": give each builder one part.`,
  onlyOneBuilds: (stage: string) => `One employee works on "${stage}": name one builder.`,
  pathTwice: (path: string) =>
    `"${path}" has two owners. Builders work at the same time, so each path belongs to one of them.`,
  pathOutside: (path: string) =>
    `"${path}" is not in the workspace: give paths relative to it, with "/" between the parts.`,
  cannotFail: (command: string) =>
    `The check "${command}" cannot fail, so it proves nothing. Name a command that ends with another code than 0 when the work is wrong.`,
  checkTwice: (command: string) => `The check "${command}" is listed twice.`,
  notOnDemand: (name: string, names: readonly string[]) =>
    names.length === 0
      ? `This pipeline has no stages on demand: leave "stages" empty.`
      : `"${name}" is no stage on demand. These are: ${names.join(', ')}. All others are worked on anyway.`,
  debateNeedsQuestion:
    'A debate needs a question: put it under "open", with the options, or leave the debate out.',
  badPlan: (complaint: string) => `The plan cannot be used: ${complaint}`,
  set: 'The plan is set.',
  /** Text attributed to the planner after it has set the plan. */
  ended: 'That ends the planning.',
  changed: 'The plan is changed; it holds from the next stage on:',
  builders: 'Who builds:',
  checks: 'Commands that prove it; the office runs them:',
  mustPass: ' (must pass, even if it fails before the work)',
  noChecks: 'No command proves it.',
  open: 'Open questions:',
  stages: 'Stages that are worked on besides:',
  reviewOne: 'Review: one fresh reviewer.',
  reviewFull: 'Review: everybody of the review.',
} as const;
