import { isFinal } from '#protocol/rules/run-status.js';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { useAskAboutRun } from './run-questions.js';
import type { RunView } from './run-view.js';

/** Actions on a run: steer or stop it while active, continue it afterwards. */
export function RunControls({
  run,
  replay,
}: {
  readonly run: RunView;
  /** Button that replays an ended run. */
  readonly replay: ReactNode;
}) {
  const ask = useAskAboutRun();
  if (!isFinal(run.status)) {
    return (
      <>
        <Button look="danger" onPress={() => ask({ kind: 'cancel' })}>
          Cancel the run
        </Button>
      </>
    );
  }
  const isUndone = run.changes?.some(({ kind, undone }) => kind === 'reverted' && !undone);
  const hasChange = run.turns.some(({ wroteFiles }) => wroteFiles.length > 0);
  return (
    <>
      <Button look="primary" onPress={() => ask({ kind: 'continue' })}>
        Continue
      </Button>
      <Button onPress={() => ask({ kind: 'retry' })}>Try again</Button>
      {replay}
      {hasChange && run.worktreeKept !== false && (
        <Menu
          label="What to do with the change"
          button={
            <>
              The change <Icon name="down" size={14} />
            </>
          }
          entries={[
            { id: 'deliver', label: 'Deliver…', onAction: () => ask({ kind: 'deliver' }) },
            ...(isUndone
              ? [
                  {
                    id: 'redo',
                    label: 'Make the change again',
                    onAction: () => ask({ kind: 'redo' }),
                  },
                ]
              : []),
            {
              id: 'revert',
              label: 'Undo the change',
              isDangerous: true,
              onAction: () => ask({ kind: 'revert' }),
            },
            ...(run.worktree === undefined
              ? []
              : [
                  {
                    id: 'discard',
                    label: 'Discard the worktree',
                    isDangerous: true,
                    onAction: () => ask({ kind: 'discard' }),
                  },
                ]),
          ]}
        />
      )}
    </>
  );
}
