/** A cause whose end removes its notices. */
export type Cause = 'connection' | 'action' | `run ${string}`;

/** Facts about a notice. */
export interface About {
  readonly run?: { readonly id: string; readonly title: string };
  readonly cause?: Cause;
  /** Time of its occasion, ms; absent: now. */
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
 * The notices with a new one. It replaces those of its kind about the same run, and information
 * about no run replaces the earlier one; they would pile up over the page.
 */
export function withNotice(before: readonly Notice[], added: Notice): readonly Notice[] {
  const isReplaced = ({ kind, run }: Notice): boolean =>
    kind === added.kind && run?.id === added.run?.id && (kind === 'info' || run !== undefined);
  return [...before.filter((each) => !isReplaced(each)), added].slice(-most);
}
