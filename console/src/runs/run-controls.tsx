import type { ReactNode } from 'react';
import { useIsOpen } from '../app/floors.js';
import { type Offer, useOffers } from '../app/offers.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Menu, type MenuEntry } from '../ui/menu.js';
import { type RunDeedName, whyNot } from './run-deeds.js';
import { type RunQuestion, useAskAboutRun } from './run-questions.js';
import type { RunView } from './run-view.js';
import { changingTurns } from './turn-changes.js';

interface ChangeDeed {
  readonly id: RunDeedName;
  readonly label: string;
  readonly kind: RunQuestion['kind'];
  readonly isDangerous?: true;
}

/** Actions on the change of a run. */
const changeDeeds: readonly ChangeDeed[] = [
  { id: 'deliver', label: 'Deliver…', kind: 'deliver' },
  { id: 'redo', label: 'Make the change again', kind: 'redo' },
  { id: 'undo', label: 'Undo the change', kind: 'revert', isDangerous: true },
  { id: 'discard', label: 'Discard the worktree', kind: 'discard', isDangerous: true },
];

/** Actions on a run: stop it while active; continue it, replay it or hand its change over afterwards. */
export function RunControls({
  run,
  replay,
  onReplay,
}: {
  readonly run: RunView;
  /** Button that replays an ended run. */
  readonly replay: ReactNode;
  readonly onReplay: () => void;
}) {
  const ask = useAskAboutRun();
  const isFloorOpen = useIsOpen(run.workspaceId);
  const reasons = whyNot(run, isFloorOpen);
  const offer = (id: RunDeedName, kind: RunQuestion['kind']): Offer =>
    reasons[id] ?? (() => ask({ kind }));
  const last = changingTurns(run.turns).at(-1);
  const askFromTurn = () => ask({ kind: 'revert', turnId: last?.id });
  useOffers({
    cancel: offer('cancel', 'cancel'),
    continue: offer('continue', 'continue'),
    retry: offer('retry', 'retry'),
    replay: reasons.replay ?? onReplay,
    'undo-turn': reasons.undo ?? (last === undefined ? 'no turn recorded a change' : askFromTurn),
    ...Object.fromEntries(changeDeeds.map(({ id, kind }) => [id, offer(id, kind)])),
  });
  if (reasons.cancel === null) {
    return (
      <Button look="danger" onPress={() => ask({ kind: 'cancel' })}>
        Cancel the run
      </Button>
    );
  }
  // A failed run is more often retried than continued.
  const isFailed = run.status === 'failed';
  const entries = changeDeeds
    .filter(({ id }) => reasons[id] === null)
    .map(({ id, label, kind, isDangerous = false }): MenuEntry => ({
      id,
      label,
      isDangerous,
      onAction: () => ask({ kind }),
    }));
  return (
    <>
      <Button
        look={isFailed ? 'plain' : 'primary'}
        isDisabled={reasons.continue !== null}
        onPress={() => ask({ kind: 'continue' })}
      >
        Continue
      </Button>
      <Button
        look={isFailed ? 'primary' : 'plain'}
        isDisabled={reasons.retry !== null}
        onPress={() => ask({ kind: 'retry' })}
      >
        Try again
      </Button>
      {!isFloorOpen && <span className="small muted">Not possible: {reasons.continue}.</span>}
      {replay}
      {entries.length > 0 && (
        <Menu
          label="What to do with the change"
          button={
            <>
              The change <Icon name="down" size={14} />
            </>
          }
          entries={entries}
        />
      )}
    </>
  );
}
