import { useState } from 'react';
import type { PlanTurn } from '#protocol/records/conversations.js';
import { limits } from '#protocol/limits.js';
import { useAction } from '../app/notices.js';
import { useOffice, useOfficeState } from '../app/office-context.js';
import { goTo } from '../app/router.js';
import { useKeptDraft } from '../app/use-kept-draft.js';
import { useKeptText } from '../app/use-kept-text.js';
import { unsentBefore } from '../app/left-after.js';
import { Composer } from '../start/composer.js';
import { Button } from '../ui/button.js';
import { Select, TextField } from '../ui/fields.js';
import { Markdown } from '../ui/markdown.js';
import { Empty, Page, Skeleton } from '../ui/pieces.js';
import './plan.css';

/** A conversation that ends in a brief, which can be submitted here. */
export default function PlanPage() {
  const office = useOffice();
  const employees = useOfficeState((state) => state.employees);
  const workspaceId = useOfficeState((state) => state.activeWorkspaceId);
  const talk = useTalk(workspaceId);
  const { employeeId, history, brief, edited } = talk.draft;
  const [text, setText] = useKeptText('office-plan');
  /** The sent message that has no answer yet, and the floor whose employee was asked. */
  const [sent, setSent] = useState<{ readonly words: string; readonly floorId: string } | null>(
    null,
  );
  const waiting = sent?.floorId === workspaceId ? sent.words : null;
  const { busy, act } = useAction();
  const ask = () => {
    const words = text.trim();
    if (words === '' || busy) return;
    setText('');
    setSent({ words, floorId: workspaceId });
    void act(async () => {
      const before = history.slice(-limits.planHistoryTurns);
      const question = { employeeId, text: words, history: before, workspaceId };
      const reply = await office.http.plan(question);
      const said = { role: 'user', text: words } as const;
      talk.set((now) => ({
        history: [...now.history, said, { role: 'assistant', text: reply.text }],
      }));
    }).then((isAnswered) => {
      setSent(null);
      if (!isAnswered) setText((typed) => unsentBefore(words, typed));
    });
  };
  return (
    <Page
      title="Planning"
      about="Talk a wish over with an employee until it is a brief. Nothing is run until you hand it in; only this tab keeps the talk."
      actions={
        history.length > 0 && (
          <Button isDisabled={busy} onPress={() => talk.set({ history: [] })}>
            Begin anew
          </Button>
        )
      }
    >
      <div className="planning">
        <div className="planning-side stack">
          <div className="stack tight">
            <TextField
              label="Your words"
              rows={3}
              value={text}
              onChange={setText}
              onEnter={ask}
              maxLength={limits.planTurnCharacters}
            />
            <div className="row">
              <Button look="primary" onPress={ask} isPending={busy} isDisabled={text.trim() === ''}>
                {busy ? 'Waiting for the answer…' : 'Say it'}
              </Button>
            </div>
          </div>
          <Select
            label="With whom"
            value={employeeId}
            onChange={(id) => talk.set({ employeeId: id })}
            choices={employees.map(({ id, displayName, title }) => ({
              id,
              label: displayName,
              detail: title,
            }))}
          />
          {brief !== null && (
            <div className="card">
              <Composer
                key={brief}
                isOpen
                text={edited}
                onTyped={(typed) => talk.set({ edited: typed })}
                onSubmitted={(id) => {
                  talk.set({ brief: null });
                  goTo(['runs', id]);
                }}
              />
            </div>
          )}
        </div>
        {history.length === 0 && waiting === null ? (
          <Empty title="What do you have in mind?">
            <p>Say it roughly. The employee asks back, names what is open, and puts it in order.</p>
          </Empty>
        ) : (
          <Conversation
            history={history}
            waiting={waiting}
            onUse={(said) => said !== brief && talk.set({ brief: said, edited: said })}
          />
        )}
      </div>
    </Page>
  );
}

interface Talk {
  readonly employeeId: string;
  readonly history: readonly PlanTurn[];
  /** What the brief began with; null: there is none yet. */
  readonly brief: string | null;
  /** The brief as it is now. */
  readonly edited: string;
}

/** The conversation, by floor: employees are of one. The first answers for one who has left. */
function useTalk(floorId: string) {
  const employees = useOfficeState((state) => state.employees);
  const first = employees[0]?.id ?? '';
  const talk = useKeptDraft<Talk>(`office-talk-${floorId}`, {
    ...{ employeeId: first, history: [], brief: null, edited: '' },
  });
  const chosen = employees.find(({ id }) => id === talk.draft.employeeId);
  return { ...talk, draft: { ...talk.draft, employeeId: chosen?.id ?? first } };
}

function Conversation({
  history,
  waiting,
  onUse,
}: {
  readonly history: readonly PlanTurn[];
  readonly waiting: string | null;
  readonly onUse: (text: string) => void;
}) {
  return (
    <div className="stack" role="log" aria-label="Conversation">
      {history.map(({ role, text }, index) => (
        <div key={index} className="card stack tight">
          <strong>{role === 'user' ? 'You' : 'Answer'}</strong>
          <Markdown text={text} level={2} />
          <div className="row">
            <Button onPress={() => onUse(text)}>Make it the brief</Button>
          </div>
        </div>
      ))}
      {waiting !== null && (
        <div className="card stack tight">
          <strong>You</strong>
          <Markdown text={waiting} level={2} />
          <Skeleton height={20} label="The answer is being written" />
        </div>
      )}
    </div>
  );
}
