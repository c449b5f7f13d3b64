import { memo, useRef, useState } from 'react';
import { clockTime } from '../app/format.js';
import { leftAfter } from '../app/left-after.js';
import { useAction } from '../app/notices.js';
import { useOffice } from '../app/office-context.js';
import { useOffers } from '../app/offers.js';
import { useKeptText } from '../app/use-kept-text.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/fields.js';
import { Markdown } from '../ui/markdown.js';
import type { RunView } from './run-view.js';
import { useSeenWords } from './seen-words.js';
import { useAskAboutRun } from './run-questions.js';
import { planChanged, toldPlan } from './told-plan.js';
import { useNameOf } from './use-name-of.js';
import { wordsKey } from './words-key.js';

/**
 * Field for instructions at the bottom of a run at work, with what was sent and who saw it. What is
 * in it when the run ends stays, for a run that continues this one.
 */
export const SteerDock = memo(function SteerDock({
  run,
  isLive,
  whyNoMore,
  isAway,
  onJump,
}: {
  readonly run: RunView;
  readonly isLive: boolean;
  /** Why no run can continue this one; null: one can. */
  readonly whyNoMore: string | null;
  /** The page was scrolled away from the live end. */
  readonly isAway: boolean;
  readonly onJump: () => void;
}) {
  const office = useOffice();
  const [text, setText] = useKeptText(wordsKey(run.id));
  const [wasLeft, setWasLeft] = useState(false);
  if (!isLive && text !== '' && !wasLeft) setWasLeft(true);
  const ask = useAskAboutRun();
  const { busy, act } = useAction();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const words = text.trim();
  useOffers({ steer: isLive ? () => field.current?.focus() : null });
  const give = () => {
    if (busy || words === '') return;
    if (!isLive) {
      if (whyNoMore === null) ask({ kind: 'continue' });
      return;
    }
    void act(async () => {
      await office.steer(run.id, words);
      setText(leftAfter(text, ''));
      field.current?.focus();
    }, 'The instruction is given.');
  };
  const discard = () => {
    setText('');
    setWasLeft(false);
  };
  if (!isLive && !wasLeft) return null;
  return (
    <section className="steer-dock" aria-label={isLive ? 'Instruct this run' : 'Not sent'}>
      {isAway && (
        <Button look="primary" onPress={onJump}>
          Jump to live
        </Button>
      )}
      {isLive ? (
        <SentInstructions run={run} />
      ) : (
        <p className="small" role="status">
          {notSent(whyNoMore)}
        </p>
      )}
      <div className={isLive ? 'row nowrap' : 'row'}>
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
        <Button
          look="primary"
          isPending={busy}
          isDisabled={words === '' || (!isLive && whyNoMore !== null)}
          onPress={give}
        >
          {isLive ? 'Give it' : 'Continue with it'}
        </Button>
        {!isLive && (
          <Button look="quiet" onPress={discard}>
            Discard it
          </Button>
        )}
      </div>
    </section>
  );
});

function notSent(whyNoMore: string | null): string {
  const next = whyNoMore === null ? 'It can go on with this.' : `Not possible: ${whyNoMore}.`;
  return `Not sent: the run has ended. ${next}`;
}

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
