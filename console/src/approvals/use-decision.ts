import { useCallback } from 'react';
import { useAction } from '../app/notices.js';
import { useOffice } from '../app/office-context.js';

export interface DecisionOptions {
  readonly reason?: string;
  /** For every identical command of this run; only where the service offers it. */
  readonly forRun?: boolean;
}

type Decide = (id: string, isApproved: boolean, options: DecisionOptions) => Promise<boolean>;

/** Answers an approval and says so; a refusal by the service is shown in its words. */
export function useDecision(): Decide {
  const office = useOffice();
  const { act } = useAction();
  return useCallback(
    (id, isApproved, { reason, forRun = false }) =>
      act(
        () => {
          const scope = forRun ? { scope: 'run' as const } : {};
          if (forRun) {
            const given = reason === undefined ? {} : { reason };
            office.send('approve', { approvalId: id, approved: isApproved, ...given, ...scope });
            return undefined;
          }
          return office.approve(id, isApproved, reason === undefined ? {} : { reason });
        },
        isApproved ? 'Approved.' : 'Refused.',
      ),
    [office, act],
  );
}
