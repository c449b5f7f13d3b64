import { isFinal } from '#protocol/rules/run-status.js';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { useAskAboutRun } from './run-questions.js';
import type { RunView } from './run-view.js';

/** What can be done with a run: steer or stop it while it is at work, go on from it afterwards. */
export function RunControls({
  run,
  replay,
}: {
  readonly run: RunView;
  /** Shows it once more, where it is over. */
  readonly replay: ReactNode;
}) {
  const ask = useAskAboutRun();
  if (!isFinal(run.status)) {
    return (
      <>
        <Button onPress={() => ask({ kind: 'steer' })}>Give an instruction</Button>
        <Button look="danger" onPress={() => ask({ kind: 'cancel' })}>
          Cancel the run
        </Button>
      </>
    );
  }
  const hasChange = run.turns.some(({ wroteFiles }) => wroteFiles.length > 0);
  return (
    <>
      <Button look="primary" onPress={() => ask({ kind: 'continue' })}>
        Continue
      </Button>
      <Button onPress={() => ask({ kind: 'retry' })}>Try again</Button>
      {replay}
      {hasChange && (
        <Menu
          label="What to do with the change"
          button={
            <>
              The change <Icon name="down" size={14} />
            </>
          }
          entries={[
            {
              id: 'deliver',
              label: 'Put on a branch',
              onAction: () => ask({ kind: 'deliver' }),
            },
            {
              id: 'revert',
              label: 'Undo the change',
              isDangerous: true,
              onAction: () => ask({ kind: 'revert' }),
            },
          ]}
        />
      )}
    </>
  );
}
