import { useEffect, useState } from 'react';
import type { Office } from '#client/office.js';
import type { EmployeeState } from '#protocol/records/organisation.js';
import type { TurnRecord } from '#protocol/records/work.js';
import type { DirectMessage } from '#protocol/records/conversations.js';
import { toldPurpose } from '#protocol/rules/told-purpose.js';
import { ago, count, dollars, firstLine, plain } from '../app/format.js';
import { useAction } from '../app/notices.js';
import { useLive, useNow, useOffice, useOfficeState } from '../app/office-context.js';
import { unsentBefore } from '../app/left-after.js';
import { hrefTo } from '../app/router.js';
import { useKeptText } from '../app/use-kept-text.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { Icon } from '../ui/icon.js';
import { Markdown } from '../ui/markdown.js';
import { Badge, Facts } from '../ui/pieces.js';
import { statusTones, statusWords } from './status.js';
import { useDeskNames } from './use-desk-names.js';

/** One employee: role, current work, cost, latest turns, and a conversation. */
export default function Inspector({
  employee,
  onClose,
}: {
  readonly employee: EmployeeState;
  readonly onClose: () => void;
}) {
  const role = useOfficeState((state) => state.roles.find(({ id }) => id === employee.roleId));
  const department = useOfficeState((state) =>
    state.departments.find(({ id }) => id === employee.departmentId),
  );
  const live = useLive(({ texts }) => texts.get(employee.currentTurnId ?? ''));
  const now = useNow();
  const desks = useDeskNames();
  const { lifetime, lastRoute, status } = employee;
  return (
    <section className="stack" aria-label={employee.displayName}>
      <div className="row between nowrap">
        <div>
          <h2>{employee.displayName}</h2>
          <p className="muted">
            {employee.title}, {department?.name ?? employee.departmentId}
          </p>
        </div>
        <Button look="quiet" icon aria-label="Close" onPress={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="row tight">
        <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
        <span className="small">{toldPurpose(employee.activity ?? '')}</span>
      </div>
      {employee.lastError !== null && <p className="notice bad small">{employee.lastError}</p>}
      {live !== undefined && <div className="code">{live.slice(-600)}</div>}
      {role !== undefined && <p className="small">{role.mission}</p>}
      <Facts
        rows={[
          ['Model', lastRoute === null ? 'none yet' : `${lastRoute.modelId} (${lastRoute.tier})`],
          ['Why', lastRoute?.reason ?? 'No turn yet.'],
          ['Spent', `${dollars(lifetime.costUsd)}${lifetime.estimated ? ' (estimated)' : ''}`],
          ['Turns', count(lifetime.turns)],
          ['Tokens', `${count(lifetime.tokensIn)} in, ${count(lifetime.tokensOut)} out`],
          [
            'Desk',
            employee.seatId === null ? 'none' : (desks.get(employee.seatId) ?? employee.seatId),
          ],
          ...(lastRoute === null ? [] : [['Last turn', ago(lastRoute.at, now)] as const]),
        ]}
      />
      <a href={hrefTo(['people', employee.roleId])}>Role, policy and grants</a>
      <LastTurns employee={employee} />
      <Chat employee={employee} />
    </section>
  );
}

/** Runs that are loaded at once, and in total, until enough turns are found. */
const runsAtOnce = 4;
const mostRuns = 20;
const shownTurns = 5;

/** The employee's latest turns, from the runs in which they took part. */
async function lastTurns(
  { state, http }: Office,
  { id, roleId, workspaceId }: Pick<EmployeeState, 'id' | 'roleId' | 'workspaceId'>,
  signal: AbortSignal,
): Promise<readonly TurnRecord[]> {
  const own = state.runs.filter(
    (run) =>
      run.workspaceId === workspaceId &&
      run.stages.some(({ participantRoleIds }) => participantRoleIds.includes(roleId)),
  );
  const waiting = own.slice(0, mostRuns);
  const turns: TurnRecord[] = [];
  while (waiting.length > 0 && turns.length < shownTurns) {
    const some = waiting.splice(0, runsAtOnce);
    const details = await Promise.all(some.map((run) => http.run(run.id, { signal })));
    turns.push(...details.flatMap((run) => run.turns.filter((turn) => turn.employeeId === id)));
  }
  return turns.sort((a, b) => b.startedAt - a.startedAt).slice(0, shownTurns);
}

function LastTurns({ employee }: { readonly employee: EmployeeState }) {
  const office = useOffice();
  const [turns, setTurns] = useState<readonly TurnRecord[]>([]);
  const { id, roleId, workspaceId, lifetime } = employee;
  useEffect(() => {
    const abort = new AbortController();
    lastTurns(office, { id, roleId, workspaceId }, abort.signal)
      .then(setTurns)
      .catch(() => undefined);
    return () => abort.abort();
    // Loaded again after another turn only, not after other changes of the employee.
  }, [office, workspaceId, id, roleId, lifetime.turns]);
  if (turns.length === 0) return null;
  return (
    <div className="stack tight">
      <h3>Last turns</h3>
      <ul className="feed">
        {turns.map((turn) => (
          <li key={turn.id}>
            <a href={hrefTo(['runs', turn.runId], { turn: turn.id })}>
              {toldPurpose(turn.purpose)}
            </a>{' '}
            <span className="muted num">{dollars(turn.usage.costUsd)}</span>
            <div className="muted">{plain(firstLine(turn.text, 110))}</div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Messages with each employee since the page was opened, by floor and id. */
const conversations = new Map<string, readonly DirectMessage[]>();

/** Whether messages continue the known ones, because the event does not name their floor. */
function isSame(
  known: readonly DirectMessage[] | undefined,
  messages: readonly DirectMessage[],
  isOnlyFloor: boolean,
): boolean {
  const ids = new Set(messages.map(({ id }) => id));
  return known?.some(({ id }) => ids.has(id)) ?? isOnlyFloor;
}

interface Unanswered {
  readonly words: string;
  /** Number of messages before this one. */
  readonly after: number;
}

function Chat({ employee }: { readonly employee: EmployeeState }) {
  const office = useOffice();
  const { id, workspaceId, displayName } = employee;
  const key = `${workspaceId}/${id}`;
  const [messages, setMessages] = useState(conversations.get(key) ?? []);
  const [text, setText] = useKeptText(`office-chat-${key}`);
  /** The sent message that has no answer yet. */
  const [waiting, setWaiting] = useState<Unanswered | null>(null);
  const { busy, act } = useAction();
  const isOnlyFloor = useOfficeState(({ workspaces }) => workspaces.length === 1);
  useEffect(
    () =>
      office.on('direct.message', (event) => {
        const known = conversations.get(key);
        if (event.employeeId !== id || !isSame(known, event.messages, isOnlyFloor)) return;
        conversations.set(key, event.messages);
        setMessages(event.messages);
      }),
    [office, id, key, isOnlyFloor],
  );
  const send = () => {
    const words = text.trim();
    if (words === '' || busy) return;
    setText('');
    setWaiting({ words, after: messages.length });
    void act(async () => {
      const said = await office.http.chat({ employeeId: id, text: words, workspaceId });
      conversations.set(key, said);
      setMessages(said);
    }).then((isAnswered) => {
      setWaiting(null);
      if (!isAnswered) setText((typed) => unsentBefore(words, typed));
    });
  };
  // Events may bring both messages before the response to the request.
  const unheard = waiting !== null && messages.length <= waiting.after ? waiting.words : null;
  return (
    <div className="stack tight">
      <h3>Talk</h3>
      {(messages.length > 0 || waiting !== null) && (
        <div className="chat" tabIndex={0} role="log" aria-label="Conversation">
          {messages.map((message) => (
            <div key={message.id} className={`say ${message.role === 'user' ? 'mine' : ''}`}>
              <Markdown text={message.text} />
            </div>
          ))}
          {unheard !== null && (
            <div className="say mine">
              <Markdown text={unheard} />
            </div>
          )}
        </div>
      )}
      <TextField
        label={`Ask ${displayName.split(' ')[0]} something`}
        rows={2}
        value={text}
        onChange={setText}
        onEnter={send}
        hint="Outside of any run. Enter sends, Shift Enter begins a line."
      />
      <Button onPress={send} isPending={busy} isDisabled={text.trim() === ''}>
        <Icon name="send" size={16} /> {busy ? 'Waiting for the answer…' : 'Send'}
      </Button>
    </div>
  );
}
