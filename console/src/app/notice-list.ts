/** A cause that may go, which takes its notices with it. */
export type Cause = 'connection' | 'action' | `run ${string}`;

/** What a notice is about. */
export interface About {
  readonly run?: { readonly id: string; readonly title: string };
  readonly cause?: Cause;
  /** When it was, ms; absent: now. */
  readonly at?: number;
}

export interface Notice extends About {
  readonly id: number;
  readonly at: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
}

const most = 3;

/**
 * The notices with a new one, which takes the place of older ones of the same run, and of what was
 * done before: they would pile up over the page.
 */
export function withNotice(before: readonly Notice[], added: Notice): readonly Notice[] {
  const isReplaced = ({ kind, run }: Notice): boolean =>
    kind === added.kind && run?.id === added.run?.id && (kind === 'info' || run !== undefined);
  return [...before.filter((each) => !isReplaced(each)), added].slice(-most);
}
