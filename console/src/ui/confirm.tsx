import type { ReactNode } from 'react';
import { useAction } from '../app/notices.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

/** Asks before something is done that cannot simply be taken back; closes when it is done. */
export function Confirm({
  title,
  action,
  done,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  /** What the button says. */
  readonly action: string;
  /** What is said when it went well. */
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
