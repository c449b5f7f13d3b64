import { useCallback, useState } from 'react';
import type { ChangeActions } from '#protocol/records/change-review.js';
import { forgeKinds } from '#protocol/records/enums.js';
import type { Forge, PossibleRequest } from '#protocol/records/forges.js';
import { forgeOfFloor } from '#protocol/rules/forge-of-floor.js';
import type { Run } from '#protocol/records/work.js';
import { toldWords } from '#protocol/rules/told-words.js';
import { showAsked } from '../../approvals/asked-request.js';
import { plural } from '../../app/format.js';
import { leftAfter } from '../../app/left-after.js';
import { notify, useAction } from '../../app/notices.js';
import { saveFile } from '../../app/save-file.js';
import { useOffice } from '../../app/office-context.js';
import { ownName } from '../../app/own-name.js';
import { useKept } from '../../app/use-kept-text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/fields.js';
import { Skeleton } from '../../ui/pieces.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { undoneWords } from '../run-deeds.js';
import { requestNames } from '../request-names.js';
import { earlierWords, type Way } from './deliver-words.js';
import './review.css';

interface WayChoice {
  readonly id: Way;
  readonly label: string;
  readonly about: string;
}

const ways: readonly WayChoice[] = [
  { id: 'branch', label: 'A branch', about: 'in the repository, on top of what is committed' },
  {
    id: 'workspace',
    label: 'Into the folder',
    about: 'merged beside what was done there meanwhile; the worktree is removed',
  },
  { id: 'patch', label: 'A patch', about: 'a file that git apply takes' },
];

/** A forge, with why it cannot get the change now. */
type OfferedForge = Forge & PossibleRequest;

/** The ways, with the forge of the run's floor if a person may give the change to it. */
function waysWith(forge: Forge | null): readonly WayChoice[] {
  if (forge === null) return ways;
  const { kind, repository } = forge;
  const about = `pushed to ${repository}; failed checks and comments there go on with the run`;
  const [first, ...others] = ways;
  const request = { id: 'request', label: `A ${requestNames[kind]}`, about } as const;
  return first === undefined ? [request] : [first, request, ...others];
}

/** Saves a patch as a file. A link would carry no token. */
async function savePatch(patch: AsyncIterable<Uint8Array>, name: string): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of patch) parts.push(new Uint8Array(part));
  saveFile(name, parts, 'text/x-diff');
}

/** A dialog that delivers the change of a run; it shows beforehand what is impossible. */
export function DeliverDialog({
  run,
  onClose,
}: {
  readonly run: Run;
  readonly onClose: () => void;
}) {
  const office = useOffice();
  const load = useCallback(
    (signal: AbortSignal) => office.http.changeActions(run.id, { signal }),
    [office, run.id],
  );
  const undone = undoneWords(run);
  const { value, error } = useLoaded(load);
  const forge = useForge(run);
  return (
    <Dialog title="Deliver the change" onClose={onClose} wide>
      {error !== null && <p className="notice bad">{error}</p>}
      {undone !== null && <p className="notice">{undone}</p>}
      {value === null ? (
        error === null && <Skeleton height={200} />
      ) : (
        <DeliverForm run={run} actions={value} forge={forge} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** The forge that gets the change if a person says so; null: there is none, or it gets it anyway. */
function useForge({ id, workspaceId, submittedBy }: Run): OfferedForge | null {
  const { http } = useOffice();
  const load = useCallback(
    async (signal: AbortSignal): Promise<OfferedForge | null> => {
      if (forgeKinds.some((kind) => kind === submittedBy)) return null;
      const forge = forgeOfFloor(await http.forges({ signal }), workspaceId);
      return forge && { ...forge, ...(await http.possibleRequest(id, { signal })) };
    },
    [http, id, workspaceId, submittedBy],
  );
  return useLoaded(load).value;
}

/** The first way that is possible and leaves the folder as it is. */
function firstWay(refusals: ChangeActions['refusals']): Way | null {
  const found = (['branch', 'patch'] as const).find((id) => refusals[id] === undefined);
  return found ?? null;
}

function DeliverForm({
  run,
  actions,
  forge,
  onClose,
}: {
  readonly run: Run;
  readonly actions: ChangeActions;
  readonly forge: OfferedForge | null;
  readonly onClose: () => void;
}) {
  const { runId, refusals, commits } = actions;
  const office = useOffice();
  const { busy, act } = useAction();
  const [way, setWay] = useState(() => firstWay(refusals));
  const isCommitted = way === 'branch' || way === 'request';
  // Kept until it is delivered: while somebody is asked, the dialog is not there.
  const [typedBranch, setBranch] = useKept(`office-branch-${runId}`);
  const [typedMessage, setMessage] = useKept(`office-message-${runId}`);
  const branch = typedBranch ?? actions.branch;
  const message = typedMessage ?? actions.message;
  const [isOne, setOne] = useState(true);
  const by = ownName();
  const deliver = async (): Promise<void> => {
    if (way === 'branch') {
      const onAsked = (approvalId: string) => {
        showAsked(approvalId);
        // The dialog must not cover the question.
        onClose();
      };
      const options = { ...(isOne && { message }), onAsked, by };
      notify(await office.deliverRun(runId, branch.trim(), options));
      setBranch(leftAfter(typedBranch, null));
      return setMessage(leftAfter(typedMessage, null));
    }
    if (way === 'request') {
      const { branch: pushed } = await office.http.askForRequest(runId, {
        ...(isOne && { message }),
        ...(by !== undefined && { by }),
      });
      notify(`The change goes to ${forge?.repository} as ${pushed}.`);
      return setMessage(leftAfter(typedMessage, null));
    }
    if (way === 'workspace') return notify(await office.mergeRun(runId, { by }));
    const said = await office.deliverPatch(runId, { by });
    await savePatch(office.http.patchOf(runId), `${runId}.patch`);
    notify(said);
  };
  const take = () => void act(deliver).then((isDone) => isDone && onClose());
  const earlier = way === null ? null : earlierWords(way, run, actions);
  const isNamed = way !== 'branch' || branch.trim() !== '';
  const isReady = isNamed && (!isCommitted || !isOne || message.trim() !== '');
  return (
    <>
      <Ways
        ways={waysWith(forge)}
        way={way}
        refusals={{ ...refusals, request: forge?.refusal ?? undefined }}
        onChoose={setWay}
      />
      {earlier !== null && <p className="small">{earlier}</p>}
      {isCommitted && (
        <>
          {way === 'branch' && <TextField label="Branch" value={branch} onChange={setBranch} />}
          {commits.length > 1 && <Commits count={commits.length} isOne={isOne} onChoose={setOne} />}
          {isOne ? (
            <TextField
              label="Message"
              value={message}
              onChange={setMessage}
              rows={8}
              maxLength={10_000}
            />
          ) : (
            <TurnCommits subjects={commits} />
          )}
          {way === 'branch' && (
            <p className="small muted">
              You are asked before it is made, where the office asks about commands.
            </p>
          )}
        </>
      )}
      <div className="row">
        <Button
          look="primary"
          isPending={busy}
          isDisabled={way === null || !isReady}
          onPress={take}
        >
          Deliver
        </Button>
        <Button look="quiet" onPress={onClose}>
          Leave it
        </Button>
      </div>
    </>
  );
}

/** The choice between one commit of everything and one per turn with changes. */
function Commits({
  count,
  isOne,
  onChoose,
}: {
  readonly count: number;
  readonly isOne: boolean;
  readonly onChoose: (isOne: boolean) => void;
}) {
  return (
    <fieldset className="deliver-ways stack tight">
      <legend>Commits</legend>
      <label>
        <input type="radio" name="commits" checked={isOne} onChange={() => onChoose(true)} />
        One, with this message
      </label>
      <label>
        <input type="radio" name="commits" checked={!isOne} onChange={() => onChoose(false)} />
        One for each turn: {plural(count, 'commit')}
      </label>
    </fieldset>
  );
}

/** The first lines of the commits of the turns, whose messages a person does not write. */
function TurnCommits({ subjects }: { readonly subjects: readonly string[] }) {
  return (
    <>
      <ol className="small">
        {subjects.map((subject, index) => (
          <li key={index}>{subject}</li>
        ))}
      </ol>
      <p className="small muted">
        Their messages are the employees’ own: what each said of its turn. Choose “One” to write
        yours.
      </p>
    </>
  );
}

function Ways({
  ways,
  way,
  refusals,
  onChoose,
}: {
  readonly ways: readonly WayChoice[];
  readonly way: Way | null;
  readonly refusals: Readonly<Partial<Record<Way, string | undefined>>>;
  readonly onChoose: (way: Way) => void;
}) {
  return (
    <fieldset className="deliver-ways stack tight">
      <legend>As</legend>
      {ways.map(({ id, label, about }) => (
        <div key={id}>
          <label>
            <input
              type="radio"
              name="way"
              checked={way === id}
              disabled={refusals[id] !== undefined}
              onChange={() => onChoose(id)}
            />
            <span>
              {label} <span className="muted small">{about}</span>
            </span>
          </label>
          {refusals[id] !== undefined && <p className="small notice">{toldWords(refusals[id])}</p>}
        </div>
      ))}
    </fieldset>
  );
}
