/** The beginning of what an employee is told of a call that a person refused. */
export const declinedStart = 'The human declined to ';
