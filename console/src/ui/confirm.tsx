import type { ReactNode } from 'react';
import { useAction } from '../app/notices.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

/** Asks before an action that cannot simply be undone; closes when it is done. */
export function Confirm({
  title,
  action,
  done,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  /** Label of the button. */
  readonly action: string;
  /** Message after success. */
  readonly done: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { busy, act } = useAction();
  const confirm = async () => {
    if (await act(onConfirm, done)) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      <div className="row">
        <Button look="danger" isPending={busy} onPress={() => void confirm()}>
          {action}
        </Button>
        <Button onPress={onClose}>Leave it</Button>
      </div>
    </Dialog>
  );
}
