import { Dialog } from '#web/ui/dialog.tsx';
import { PayForm } from './pay-form.tsx';
import { type PayPurpose, titleOf } from './pay-purpose.ts';
import { text } from './text.ts';

interface PayDialogProps {
  account: string;
  /** What is being paid; undefined while the window is closed. */
  purpose: PayPurpose | undefined;
  onClose: () => void;
}

/** The way of paying in a window over the page. */
export function PayDialog({ account, purpose, onClose }: PayDialogProps) {
  return (
    <Dialog
      open={purpose !== undefined}
      title={purpose ? titleOf(purpose) : text.title}
      closeLabel={text.close}
      onClose={onClose}
    >
      {purpose && <PayForm account={account} purpose={purpose} onCancel={onClose} />}
    </Dialog>
  );
}
