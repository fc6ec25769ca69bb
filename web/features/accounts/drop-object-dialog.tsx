import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { currentSession } from '#web/session/session-store.ts';
import type { PersonAccount } from '#web/session/session-types.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showTip } from '#web/ui/tips.ts';
import styles from './drop-object-dialog.module.css';
import { text } from './manage-text.ts';
import { useObjectChanges } from './object-changes.ts';
import type { OnDevice } from './on-device.ts';

interface DropObjectDialogProps {
  item: PersonAccount;
  /** Data of the object that exists on this device only. */
  onDevice: OnDevice | undefined;
  open: boolean;
  onClose: () => void;
  /** Called after the removal with the number of objects left. */
  onDropped: (left: number) => void;
}

/** Confirms the removal of an object: names it and says what is lost and what is not. */
export function DropObjectDialog({ item, onDevice, open, onClose, onDropped }: DropObjectDialogProps) {
  const { account, objectName: name, address } = item;
  const { drop } = useObjectChanges();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const label = onDevice?.loss ? text.dropWithLoss : text.drop;

  const close = () => {
    setFailure('');
    onClose();
  };
  const confirm = async () => {
    setFailure('');
    setBusy(true);
    const changed = await drop(account);
    setBusy(false);
    if (changed.kind === 'failed') return setFailure(changed.failure.message);
    // Device data that could not be deleted is reported on every page.
    onDevice?.forget().catch(() => undefined);
    showTip('good', changed.kind === 'gone' ? text.gone : formatText(text.dropped, { name }));
    onDropped(currentSession().person.accounts.length);
  };

  return (
    <Dialog
      open={open}
      title={text.dropTitle}
      closeLabel={text.close}
      onClose={close}
      actions={
        <>
          <Button
            kind="danger"
            busy={isBusy}
            onClick={() => {
              confirm().catch(() => undefined);
            }}
          >
            {isBusy ? text.dropping : label}
          </Button>
          <Button kind="plain" onClick={close}>
            {text.keep}
          </Button>
        </>
      }
    >
      <div className={styles.words}>
        <div className={styles.object}>
          <p className={styles.name}>{name}</p>
          {name !== address && <p className={styles.quiet}>{address}</p>}
          <p className={styles.quiet}>{formatText(text.dropAccount, { account })}</p>
        </div>
        <p>{text.dropLost}</p>
        <p>
          <b>{text.dropKept}</b>
        </p>
        <p>{text.dropBack}</p>
        {onDevice?.loss}
        {failure && (
          <Notice kind="bad" live="alert">
            {failure}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
