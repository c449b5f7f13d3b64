import { useState } from 'react';
import type { WorkspaceSummary } from '#protocol/records/organisation.js';
import type { OrganisationDetail } from '#protocol/records/organisation-detail.js';
import { dollars, plural } from '../../app/format.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState, useSharedFloorId } from '../../app/office-context.js';
import { saveFile } from '../../app/save-file.js';
import { goToFloor } from '../../app/tab-floor.js';
import { statusWords } from '../../floor/status.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { Badge, Facts } from '../../ui/pieces.js';
import { OpenFloor } from './open-floor.js';
import { Trust } from './trust-floor.js';

/** Every floor of the installation; create, show, inspect, close. */
export function Floors() {
  const floors = useOfficeState((state) => state.workspaces);
  return (
    <div className="stack">
      <div className="grid">
        {floors.map((floor) => (
          <Floor key={floor.id} floor={floor} />
        ))}
      </div>
      <OpenFloor />
    </div>
  );
}

function Floor({ floor }: { readonly floor: WorkspaceSummary }) {
  const office = useOffice();
  const shown = useOfficeState((state) => state.activeWorkspaceId);
  const shared = useSharedFloorId();
  const [detail, setDetail] = useState<OrganisationDetail | null>(null);
  const [isClosing, setClosing] = useState(false);
  const [isTrusting, setTrusting] = useState(false);
  const { busy, act } = useAction();
  const { id, name, path, description, activeRuns, spentUsd, roleCount, isDefault } = floor;
  return (
    <article className="card stack tight">
      <div className="row between">
        <h2 className="part-title">{name}</h2>
        <span className="row tight">
          {id === shown && <Badge tone="good">shown</Badge>}
          {id === shared && <Badge>new tabs begin here</Badge>}
        </span>
      </div>
      <p className="muted">{description}</p>
      <Facts
        rows={[
          ['People', String(roleCount)],
          ['At work', plural(activeRuns, 'run')],
          ['Spent', dollars(spentUsd)],
          ['Folder', path],
        ]}
      />
      <div className="row">
        {id !== shown && <Button onPress={() => goToFloor(id)}>Show</Button>}
        {id !== shared && (
          <Button isPending={busy} onPress={() => void act(() => office.selectWorkspace(id))}>
            Begin new tabs here
          </Button>
        )}
        <Button
          isPending={busy}
          onPress={() => void act(async () => setDetail(await office.http.workspace(id)))}
        >
          Look inside
        </Button>
        <Button
          isPending={busy}
          onPress={() =>
            void act(async () => {
              const file = await office.http.exportWorkspace(id);
              const text = `${JSON.stringify(file, null, 2)}\n`;
              saveFile(`${id}.json`, [text], 'application/json');
            }, 'Exported.')
          }
        >
          Export
        </Button>
        {floor.trusted === false && (
          <Button onPress={() => setTrusting(true)}>Trust its files</Button>
        )}
        {isDefault !== true && (
          <Button look="danger" onPress={() => setClosing(true)}>
            Close
          </Button>
        )}
      </div>
      {detail !== null && (
        <Dialog title={detail.name} onClose={() => setDetail(null)}>
          <ul>
            {detail.employees.map((each) => (
              <li key={each.id}>
                {each.displayName}, {each.title}{' '}
                <span className="muted">{statusWords[each.status]}</span>
              </li>
            ))}
          </ul>
          <p className="muted small">
            Pipelines: {detail.pipelines.map((each) => each.name).join(', ')}. Posture:{' '}
            {detail.routingPosture}.
          </p>
        </Dialog>
      )}
      {isTrusting && <Trust floor={floor} onClose={() => setTrusting(false)} />}
      {isClosing && (
        <Confirm
          title={`Close ${name}?`}
          action="Close the floor"
          done="Closed."
          onConfirm={() => office.http.removeWorkspace(id)}
          onClose={() => setClosing(false)}
        >
          <p>The folder and the runs stay; the people leave.</p>
        </Confirm>
      )}
    </article>
  );
}
