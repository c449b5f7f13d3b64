import { useCallback } from 'react';
import type { GivenComment, RunComment } from '#protocol/records/change-review.js';
import { notify, useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { ownName } from '../../app/own-name.js';
import { goTo } from '../../app/router.js';
import { useLoaded } from '../../ui/use-loaded.js';
import type { RunView } from '../run-view.js';

export interface Comments {
  readonly all: readonly RunComment[];
  /** Keeps a comment with the run; one with an id replaces a kept one. */
  readonly keep: (comment: GivenComment) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Sends all kept ones, and goes to the run that continues this one; nothing while it does. */
  readonly send: () => void;
  readonly isSending: boolean;
}

const none: readonly RunComment[] = [];

/** The comments on the change of a run, loaded again whenever somebody changes them. */
export function useComments({ id, commentsAt }: RunView): Comments {
  const office = useOffice();
  const load = useCallback(
    (signal: AbortSignal) =>
      commentsAt === undefined ? Promise.resolve(none) : office.http.comments(id, { signal }),
    [office, id, commentsAt],
  );
  const { value, reload } = useLoaded(load);
  const by = ownName();
  const { busy: isSending, act } = useAction();
  const change = async (given: Parameters<typeof office.commentOnChange>[1]) => {
    const result = await office.commentOnChange(id, { ...given, ...(by !== '' && { by }) });
    reload();
    return result;
  };
  const send = async () => {
    const { sentTo } = await change({});
    if (sentTo === null) return;
    if (sentTo.id === id) return notify('The office has the comments.');
    goTo(['runs', sentTo.id]);
  };
  return {
    all: value ?? none,
    keep: async (comment) => void (await change({ comments: [comment], keep: true })),
    remove: async (comment) => void (await change({ remove: [comment], keep: true })),
    send: () => {
      if (!isSending) void act(send);
    },
    isSending,
  };
}
