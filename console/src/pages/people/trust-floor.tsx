import type { WorkspaceSummary } from '#protocol/records/organisation.js';
import { workspaceTexts } from '#protocol/texts/workspaces.js';
import { useOffice } from '../../app/office-context.js';
import { Confirm } from '../../ui/confirm.js';

/** Asks whether the files that were in a floor's folder at its opening are to be trusted. */
export function Trust({
  floor: { id, name },
  onClose,
}: {
  readonly floor: Pick<WorkspaceSummary, 'id' | 'name'>;
  readonly onClose: () => void;
}) {
  const { http } = useOffice();
  return (
    <Confirm
      title={`Trust the files of ${name}?`}
      action="Trust them"
      done="Trusted."
      onConfirm={() => http.updateWorkspace(id, { trusted: true })}
      onClose={onClose}
    >
      <p>{workspaceTexts.notTrusted(name)}</p>
      <p>
        A run that has read foreign text asks before it remembers something, reaches a host that
        nobody named, sends changes, leaves the sandbox, or writes files that programs run.
      </p>
    </Confirm>
  );
}
