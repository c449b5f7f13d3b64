import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

import { Button } from './button.js';
import { Icon } from './icon.js';
import { takeByEnter } from './take-by-enter.js';
import { useDialogHands } from './use-dialog-hands.js';

/** A modal dialog; Escape and its button, and a click outside close it. */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
}) {
  const frame = useDialogHands();
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className={wide ? 'modal wide' : 'modal'}>
        <div ref={frame} onKeyDown={takeByEnter}>
          <AriaDialog className="dialog">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {children}
            <div className="dialog-end">
              <Button look="quiet" icon aria-label="Close" onPress={onClose}>
                <Icon name="close" size={16} />
              </Button>
            </div>
          </AriaDialog>
        </div>
      </Modal>
    </ModalOverlay>
  );
}
