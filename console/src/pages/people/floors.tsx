import { useState } from 'react';
import type { FolderList } from '#protocol/records/folders.js';
import type { WorkspaceSummary } from '#protocol/records/organisation.js';
import type { OrganisationDetail } from '#protocol/records/organisation-detail.js';
import { workspaceTexts } from '#protocol/texts/workspaces.js';
import { dollars, plural } from '../../app/format.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState, useSharedFloorId } from '../../app/office-context.js';
import { goToFloor } from '../../app/tab-floor.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/fields.js';
import { Badge, Facts } from '../../ui/pieces.js';
import { ChooseFolder } from './choose-folder.js';

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
      <Open />
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
                {each.displayName}, {each.title} <span className="muted">{each.status}</span>
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

/** Whether the files that a folder held when its floor was opened are to be trusted. */
function Trust({
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

function Open() {
  const { http } = useOffice();
  const external = useOfficeState((state) => state.settings.allowExternalWorkspaces);
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<FolderList | null>(null);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [folder, setFolder] = useState('');
  const [path, setPath] = useState('');
  const [asked, setAsked] = useState<WorkspaceSummary | null>(null);
  const { busy, act } = useAction();
  const open = () =>
    void act(async () => {
      const opened = await http.createWorkspace({
        name,
        ...(description !== '' && { description }),
        ...(folder !== '' && { folder }),
        ...(path !== '' && { path }),
        ...(chosen !== null && { path: chosen.path }),
      });
      setName('');
      setChosen(null);
      if (opened.trusted === false) setAsked(opened);
    }, 'Opened.');
  return (
    <section className="card stack">
      <h2>Open a floor</h2>
      <div className="form-grid">
        <TextField label="Name of the floor" value={name} onChange={setName} maxLength={60} />
        <TextField label="Description" value={description} onChange={setDescription} />
        <TextField
          label="Folder"
          value={folder}
          onChange={setFolder}
          hint="Below the folder of floors; empty: made from the name."
        />
        {external && <TextField label="Or a path of its own" value={path} onChange={setPath} />}
      </div>
      {chosen !== null && (
        <p className="small" role="status">
          In {chosen.repository ? 'the git repository' : 'the plain folder'}{' '}
          <code>{chosen.path}</code>
        </p>
      )}
      <div className="row">
        <Button onPress={() => setChoosing(true)}>Choose a folder…</Button>
        {chosen !== null && (
          <Button look="quiet" onPress={() => setChosen(null)}>
            Another one
          </Button>
        )}
        <Button look="primary" isPending={busy} isDisabled={name.trim() === ''} onPress={open}>
          Open
        </Button>
      </div>
      {isChoosing && (
        <ChooseFolder
          onClose={() => setChoosing(false)}
          onChoose={(folder) => {
            setChosen(folder);
            setChoosing(false);
            if (name === '') setName(nameOf(folder.path));
          }}
        />
      )}
      {asked !== null && <Trust floor={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

/** Name of the directory, to begin the floor's with. */
function nameOf(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').slice(0, 60);
}
