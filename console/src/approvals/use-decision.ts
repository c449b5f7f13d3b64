import { useCallback } from 'react';
import type { ApprovalScope } from '#protocol/records/enums.js';
import { useAction } from '../app/notices.js';
import { useOffice } from '../app/office-context.js';
import { ownName } from '../app/own-name.js';

export interface DecisionOptions {
  readonly reason?: string;
  /** Id of the only item to be answered. */
  readonly item?: string;
  /** Scope of an approval; absent: once. */
  readonly scope?: ApprovalScope;
}

type Decide = (id: string, isApproved: boolean, options: DecisionOptions) => Promise<boolean>;

/** Answers an approval and shows the result; a refusal by the service is shown in its words. */
export function useDecision(): Decide {
  const office = useOffice();
  const { act } = useAction();
  return useCallback(
    (id, isApproved, options) =>
      act(
        () => {
          const { item, ...words } = options;
          const by = ownName();
          return item === undefined
            ? office.approve(id, isApproved, { ...words, by })
            : office.approveItems(id, { [item]: isApproved }, { ...words, by });
        },
        isApproved ? 'Approved.' : 'Refused.',
      ),
    [office, act],
  );
}
