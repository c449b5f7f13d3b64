import { memo, useRef, useState } from 'react';
import { clockTime } from '../app/format.js';
import { useAction } from '../app/notices.js';
import { useOffice } from '../app/office-context.js';
import { useOffers } from '../app/offers.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { Markdown } from '../ui/markdown.js';
import type { RunView } from './run-view.js';
import { useSeenWords } from './seen-words.js';
import { planChanged, toldPlan } from './told-plan.js';
import { useNameOf } from './use-name-of.js';

/** Field for instructions at the bottom of a run at work, with what was sent and who saw it. */
export const SteerDock = memo(function SteerDock({
  run,
  isAway,
  onJump,
}: {
  readonly run: RunView;
  /** The page was scrolled away from the live end. */
  readonly isAway: boolean;
  readonly onJump: () => void;
}) {
  const office = useOffice();
  const [text, setText] = useState('');
  const { busy, act } = useAction();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const words = text.trim();
  useOffers({ steer: () => field.current?.focus() });
  const give = () => {
    if (busy || words === '') return;
    void act(async () => {
      await office.steer(run.id, words);
      setText('');
      field.current?.focus();
    }, 'The instruction is given.');
  };
  return (
    <section className="steer-dock" aria-label="Instruct this run">
      {isAway && (
        <Button look="primary" onPress={onJump}>
          Jump to live
        </Button>
      )}
      <SentInstructions run={run} />
      <div className="row nowrap">
        <div className="grow">
          <TextField
            label="Instruction"
            hideLabel
            rows={1}
            value={text}
            onChange={setText}
            onEnter={give}
            inputRef={field}
            placeholder="An instruction for this run"
          />
        </div>
        <Button look="primary" isPending={busy} isDisabled={words === ''} onPress={give}>
          Give it
        </Button>
      </div>
    </section>
  );
});

/** What was sent, and who was shown it. */
function SentInstructions({ run }: { readonly run: RunView }) {
  const { instructions = [] } = run;
  const seenWords = useSeenWords(run);
  const nameOf = useNameOf(run.workspaceId);
  const seen = (at: number) => (
    <span className="muted">
      {clockTime(at)}, {seenWords(at)}
    </span>
  );
  if (instructions.length === 0) return null;
  return (
    <ul className="sent small" aria-label="Sent instructions" tabIndex={0}>
      {instructions.map(({ text, at, plan }) => (
        <li key={at}>
          {plan === undefined ? (
            <>
              <span>{text}</span> {seen(at)}
            </>
          ) : (
            <details>
              <summary>
                {planChanged} {seen(at)}
              </summary>
              <Markdown text={toldPlan(plan, nameOf)} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
