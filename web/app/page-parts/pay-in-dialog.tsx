import { useEffect, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { chunk } from '#web/app/loading/chunk.ts';
import type { PayPurpose } from '#web/features/payments/pay-purpose.ts';
import { prefetchWhenIdle } from '#web/lib/query/prefetch-call.ts';
import { showTip } from '#web/ui/tip-area.tsx';

interface PayInDialogProps {
  account: string;
  /** What is being paid; undefined while the dialog is closed. */
  purpose: PayPurpose | undefined;
  /** Opens on the reminder instead. */
  reminds?: boolean | undefined;
  onClose: () => void;
}

const dialog = chunk(() => import('#web/features/payments/pay/pay-dialog.tsx'));

/** Payment dialog over a page; its code loads when the browser is idle, or on opening. */
export function PayInDialog({ account, purpose, reminds, onClose }: PayInDialogProps) {
  const [module, setModule] = useState(dialog.known);
  const isWanted = purpose !== undefined;

  useEffect(() => prefetchWhenIdle(dialog.prefetch), []);

  useEffect(() => {
    if (!isWanted || module) return;
    let isShown = true;
    dialog.load().then(
      (come) => isShown && setModule(() => come),
      () => {
        if (!isShown) return;
        showTip('bad', commonMessages['common.network']);
        onClose();
      },
    );
    return () => {
      isShown = false;
    };
  }, [module, isWanted, onClose]);

  return module ? (
    <module.PayDialog account={account} purpose={purpose} reminds={reminds} onClose={onClose} />
  ) : null;
}
