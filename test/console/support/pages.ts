/** The address of each page, and what stands on it once it is there. */
export const pages: readonly (readonly [string, string])[] = [
  ['', '.people .person'],
  ['?employee=ceo', 'text=Ask Helena something'],
  ['runs', '.run-list li'],
  ['runs/RUN', '.stages li'],
  ['runs/nothing', 'text=No run "nothing".'],
  ['approvals', 'text=Nobody waits for you'],
  ['plan', 'text=What do you have in mind?'],
  ['people', '.tree li'],
  ['people/ceo', 'text=Save the grants'],
  ['models', 'table.table tbody tr'],
  ['costs', '.postures li'],
  ['plugins', 'text=Look through the folders'],
  ['memory', 'text=Nothing is remembered yet'],
  ['settings', 'text=Forget the token of this tab'],
  ['log', 'text=Answers of the service'],
  ['elsewhere', 'text=There is no such page'],
];
