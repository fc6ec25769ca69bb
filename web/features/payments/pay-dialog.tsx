import { useState } from 'react';
import { useSessionStore } from '#web/session/session-store.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { PayForm } from './pay-form.tsx';
import { type PayPurpose, titleOf } from './pay-purpose.ts';
import { RemindPanel } from './remind-panel.tsx';
import { text } from './text.ts';

interface PayDialogProps {
  account: string;
  /** What is being paid; undefined while the window is closed. */
  purpose: PayPurpose | undefined;
  /** It was opened to be reminded instead. */
  reminds?: boolean | undefined;
  onClose: () => void;
}

/** The way of paying in a window over the page, or of being reminded of it. */
export function PayDialog({ account, purpose, reminds = false, onClose }: PayDialogProps) {
  return (
    <Dialog
      open={purpose !== undefined}
      title={purpose ? titleOf(purpose) : text.title}
      closeLabel={text.close}
      onClose={onClose}
    >
      {purpose && <Opened account={account} purpose={purpose} reminds={reminds} onClose={onClose} />}
    </Dialog>
  );
}

type OpenedProps = Required<PayDialogProps> & { purpose: PayPurpose };

function Opened({ account, purpose, reminds, onClose }: OpenedProps) {
  const [isReminding, setReminding] = useState(reminds);
  const isPerson = useSessionStore((state) => state.session?.type === 'person');
  if (isReminding) {
    return (
      <RemindPanel account={account} purpose={purpose} onPay={() => setReminding(false)} onClose={onClose} />
    );
  }
  return (
    <PayForm
      account={account}
      purpose={purpose}
      onCancel={onClose}
      onRemind={isPerson ? () => setReminding(true) : undefined}
    />
  );
}
