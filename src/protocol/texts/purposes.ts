/** What an employee is asked to do in a turn. Reviews have theirs in `reviewTexts`. */
export const purposeTexts = {
  carryOut: (stageName: string) => `carry out "${stageName}"`,
  doYourPart: (stageName: string) => `do your part of "${stageName}"`,
  open: 'open with your position: what you would do, what it costs, and where it can fail',
  agree: 'say whether you agree with what was said, and where you differ what you would do instead',
  answer: (round: number | string) =>
    `round ${round}: answer the strongest point against you, and concede what you cannot defend`,
  closeWorkshop:
    'close the workshop with the decision record: the decision, the options rejected and why, the interfaces it fixes, and what is out of scope',
  closeDebate:
    'close the debate: rule on the question, and record each rejected option with its reason',
} as const;
