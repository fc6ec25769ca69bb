import { useState } from 'react';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { type PayPurpose, titleOf } from '../pay-purpose.ts';
import { RemindPanel } from '../remind-panel.tsx';
import { text } from '../text.ts';
import { PayForm } from './pay-form.tsx';

interface PayDialogProps {
  account: string;
  /** What is being paid; undefined while the dialog is closed. */
  purpose: PayPurpose | undefined;
  /** Opened for a reminder instead of a payment. */
  reminds?: boolean | undefined;
  onClose: () => void;
}

/** The dialog to pay, or to set a payment reminder. */
export function PayDialog({ account, purpose, reminds = false, onClose }: PayDialogProps) {
  // A dialog opened again starts in the mode it was opened for.
  const [turned, setTurned] = useState<{ of: PayPurpose; reminds: boolean }>();
  const isReminding = turned !== undefined && turned.of === purpose ? turned.reminds : reminds;
  return (
    <Dialog
      open={purpose !== undefined}
      title={isReminding ? text.reminder : purpose ? titleOf(purpose) : text.title}
      closeLabel={text.close}
      onClose={onClose}
    >
      {purpose &&
        (isReminding ? (
          <RemindPanel
            account={account}
            purpose={purpose}
            onPay={() => setTurned({ of: purpose, reminds: false })}
            onClose={onClose}
          />
        ) : (
          <PayForm
            account={account}
            purpose={purpose}
            onCancel={onClose}
            onRemind={() => setTurned({ of: purpose, reminds: true })}
          />
        ))}
    </Dialog>
  );
}
