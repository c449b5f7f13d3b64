/** Who did something, from a record. */
interface Doer {
  readonly by: 'person' | 'office';
  /** Name given by the person. */
  readonly byName?: string | undefined;
}

/**
 * The end of a sentence such as "undone by": you, a name, somebody, or the office.
 * @param ownName the name that the reader has given; empty: none
 */
export function doerOf({ by, byName }: Doer, ownName = ''): string {
  return by === 'office' ? 'the office' : personOf(byName, ownName);
}

/** A person's name for a reader: "you" for their own name, "somebody" without one. */
export function personOf(name: string | null | undefined, ownName = ''): string {
  if (name === undefined || name === null || name === '') return 'somebody';
  return name === ownName ? 'you' : name;
}

/** How a run was handed in, from its record. */
interface Origin {
  readonly submittedBy: string | null;
  readonly onPage?: boolean;
}

/** How a run was handed in: the end of a sentence such as "handed in". */
export function originOf({ submittedBy, onPage = false }: Origin): string {
  if (onPage) return 'on the page';
  if (submittedBy === null) return 'over the socket';
  return submittedBy === 'http' ? 'by the API' : `by ${submittedBy}`;
}

/** With a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
