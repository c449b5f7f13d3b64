import { useCallback, useState } from 'react';
import type { FolderList } from '#protocol/records/folders.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { useAction } from '../../app/notices.js';
import { useOffice } from '../../app/office-context.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Badge } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';

/** Chooses the directory of a floor by looking through those that are allowed. */
export function ChooseFolder({
  onChoose,
  onClose,
}: {
  readonly onChoose: (folder: FolderList) => void;
  readonly onClose: () => void;
}) {
  const { http } = useOffice();
  const [path, setPath] = useState<string>();
  const load = useCallback(
    async (signal: AbortSignal) => ({ asked: path, folder: await http.folders(path, { signal }) }),
    [http, path],
  );
  const { value, error, reload } = useLoaded(load);
  return (
    <Dialog title="Choose a folder" onClose={onClose} wide>
      {error !== null && (
        <p className="notice bad small" role="alert">
          {error}
        </p>
      )}
      {value !== null && (
        <Folder
          folder={value.folder}
          next={value.asked === path ? null : path}
          onOpen={setPath}
          onChoose={onChoose}
          onChanged={reload}
        />
      )}
    </Dialog>
  );
}

function Folder({
  folder,
  next,
  onOpen,
  onChoose,
  onChanged,
}: {
  readonly folder: FolderList;
  /** A folder that was chosen since and is being read; null: none. */
  readonly next: string | undefined | null;
  readonly onOpen: (path: string) => void;
  readonly onChoose: (folder: FolderList) => void;
  readonly onChanged: () => void;
}) {
  const { http } = useOffice();
  const { busy, act } = useAction();
  const choosing = useAction();
  const isLeft = next !== null;
  const { path, parent, roots, folders, repository, refusal, more } = folder;
  /** The folder that was opened last is chosen, even while the former one is still shown. */
  const choose = () =>
    void choosing.act(async () => {
      const chosen = next === null ? folder : await http.folders(next);
      if (chosen.refusal === null) onChoose(chosen);
    });
  const makeRepository = () =>
    void act(async () => {
      await http.makeRepository(path);
      onChanged();
    }, 'It is a git repository now.');
  return (
    <div className="stack">
      <div className="row tight">
        <code className="grow">{path}</code>
        <Badge tone={repository ? 'good' : 'plain'}>
          {repository ? 'git repository' : 'plain folder'}
        </Badge>
      </div>
      <div className="row">
        {parent !== null && <Button onPress={() => onOpen(parent)}>One up</Button>}
        {roots.length > 1 && <span className="small muted">Begin at</span>}
        {roots.length > 1 &&
          roots.map((root) => (
            <Button key={root} look="quiet" isDisabled={root === path} onPress={() => onOpen(root)}>
              {root}
            </Button>
          ))}
      </div>
      <ul className="folder-list" aria-label="Folders">
        {folders.map(({ name, path: inside, repository: isRepository }) => (
          <li key={name}>
            <Button look="quiet" onPress={() => onOpen(inside)}>
              {name}
            </Button>
            {isRepository && <Badge tone="good">git repository</Badge>}
          </li>
        ))}
        {folders.length === 0 && <li className="muted small">No folder in it.</li>}
        {more && <li className="muted small">There are more, which are not listed.</li>}
      </ul>
      {refusal !== null && <p className="notice small">{toldWords(refusal)}</p>}
      <div className="row">
        <Button
          look="primary"
          isPending={choosing.busy}
          isDisabled={!isLeft && refusal !== null}
          onPress={choose}
        >
          {repository ? 'Use this repository' : 'Use this folder'}
        </Button>
        {!repository && refusal === null && (
          <Button isPending={busy} isDisabled={isLeft} onPress={makeRepository}>
            Make it a git repository
          </Button>
        )}
      </div>
    </div>
  );
}
