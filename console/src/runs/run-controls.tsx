import { Button } from '../ui/button.js';
import { useAskAboutRun } from './run-questions.js';
import { isOver } from './run-status.js';
import type { RunView } from './run-view.js';

/** What can be done with a run: steer or stop it while it is at work, go on from it afterwards. */
export function RunControls({ run }: { readonly run: RunView }) {
  const ask = useAskAboutRun();
  if (!isOver(run.status)) {
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
      {hasChange && (
        <>
          <Button onPress={() => ask({ kind: 'deliver' })}>Put on a branch</Button>
          <Button look="danger" onPress={() => ask({ kind: 'revert' })}>
            Undo the change
          </Button>
        </>
      )}
    </>
  );
}
