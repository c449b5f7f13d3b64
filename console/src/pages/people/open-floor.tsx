import { Suspense, useEffect, useRef, useState } from 'react';
import type { Operations } from '#client/http/operations.js';
import type { FolderList } from '#protocol/records/folders.js';
import type { WorkspaceSummary } from '#protocol/records/organisation.js';
import { later } from '../../app/later.js';
import { leftAfter } from '../../app/left-after.js';
import { useAction } from '../../app/notices.js';
import { useOffice, useOfficeState } from '../../app/office-context.js';
import { hrefTo, replaceWith, usePlace } from '../../app/router.js';
import { useKeptText } from '../../app/use-kept-text.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/confirm.js';
import { TextField } from '../../ui/fields.js';
import { takeByEnter } from '../../ui/take-by-enter.js';
import { ChooseFolder } from './choose-folder.js';
import { Trust } from './trust-floor.js';

const ImportFloor = later(() => import('./import-floor.js'));

/** The form for a new floor. */
export function OpenFloor() {
  const { http } = useOffice();
  const external = useOfficeState((state) => state.settings.allowExternalWorkspaces);
  const nameField = useAskedField();
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useChosenFolder();
  const [name, setName] = useKeptText('office-new-floor-name');
  const [description, setDescription] = useKeptText('office-new-floor-description');
  const [folder, setFolder] = useKeptText('office-new-floor-folder');
  const [path, setPath] = useKeptText('office-new-floor-path');
  const [asked, setAsked] = useState<WorkspaceSummary | null>(null);
  const [opened, setOpened] = useState<WorkspaceSummary | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { busy, act } = useAction();
  const openNow = async () => {
    const floor = await http.createWorkspace({
      name,
      ...(description !== '' && { description }),
      ...(folder !== '' && { folder }),
      ...(chosen === null ? path !== '' && { path } : { path: chosen.path }),
    });
    setName(leftAfter(name, ''));
    setDescription(leftAfter(description, ''));
    setFolder(leftAfter(folder, ''));
    setPath(leftAfter(path, ''));
    setChosen(null);
    setOpened(floor);
    if (floor.trusted === false) setAsked(floor);
  };
  const open = () =>
    void act(async () => {
      const isTyped = chosen === null && path !== '';
      if (isTyped && !(await isThere(http, path))) setMissing(true);
      else await openNow();
    });
  return (
    <section className="card stack" onKeyDown={takeByEnter}>
      <h2>Open a floor</h2>
      <div className="form-grid">
        <TextField
          label="Name of the floor"
          value={name}
          onChange={setName}
          maxLength={60}
          inputRef={nameField}
        />
        <TextField label="Description" value={description} onChange={setDescription} />
        <TextField
          label="Folder"
          value={folder}
          onChange={setFolder}
          hint="Below the folder of floors; empty: made from the name."
        />
        {external && (
          <TextField
            label="Or a path of its own"
            isLong
            value={chosen?.path ?? path}
            onChange={(typed) => {
              setPath(typed);
              setChosen(null);
            }}
            hint="You are asked before a folder is made."
          />
        )}
      </div>
      {chosen !== null && <Chosen folder={chosen} />}
      <div className="row">
        <Button onPress={() => setChoosing(true)}>Choose a folder…</Button>
        <FromTemplate />
        {chosen !== null && (
          <Button look="quiet" onPress={() => setChosen(null)}>
            Not this folder
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
      {opened !== null && asked === null && <Opened floor={opened} />}
      {isMissing && (
        <MakeFolder path={path} onConfirm={openNow} onClose={() => setMissing(false)} />
      )}
      {asked !== null && <Trust floor={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

type ChosenFolder = Pick<FolderList, 'repository' | 'path'>;

/** The chosen folder, kept like the typed fields. */
function useChosenFolder() {
  const [path, setPath] = useKeptText('office-new-floor-chosen');
  const [kind, setKind] = useKeptText('office-new-floor-chosen-kind');
  const chosen: ChosenFolder | null =
    path === '' ? null : { path, repository: kind === 'repository' };
  const setChosen = (folder: ChosenFolder | null): void => {
    setPath(folder?.path ?? '');
    setKind(folder?.repository === true ? 'repository' : '');
  };
  return [chosen, setChosen] as const;
}

function Chosen({ folder: { repository, path } }: { readonly folder: ChosenFolder }) {
  return (
    <p className="small" role="status">
      In {repository ? 'the git repository' : 'the plain folder'} <code>{path}</code>
    </p>
  );
}

function FromTemplate() {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <Button onPress={() => setImporting(true)}>From a template or file…</Button>
      {isImporting && (
        <Suspense fallback={null}>
          <ImportFloor onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The field that gets the focus if the address asks for this form. */
function useAskedField() {
  const isAsked = usePlace().query.has('open');
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    field.current?.focus();
    // Opening another floor must not focus the field again.
    replaceWith({ open: null });
  }, [isAsked]);
  return field;
}

/** Reports the opened floor; focuses the link to it, which is the likely next step. */
function Opened({ floor: { id, name } }: { readonly floor: WorkspaceSummary }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), [id]);
  return (
    <p className="small" role="status">
      {name} is open.{' '}
      <a ref={link} href={hrefTo([], { floor: id })}>
        Go to it
      </a>
    </p>
  );
}

/** Asks before a folder is made, because a mistyped path would make one, too. */
function MakeFolder({
  path,
  onConfirm,
  onClose,
}: {
  readonly path: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}) {
  return (
    <Confirm
      title="Make this folder?"
      action="Make it and open the floor"
      done="The folder is made."
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        There is no folder <code>{path}</code> yet, or none that can be looked into.
      </p>
    </Confirm>
  );
}

/**
 * True if the folder is readable; false, too, for a folder that no floor may use, which the service
 * refuses later.
 */
async function isThere(http: Operations, path: string): Promise<boolean> {
  return http.folders(path).then(
    () => true,
    () => false,
  );
}

/** Name of the directory, to begin the floor's with. */
function nameOf(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').slice(0, 60);
}
