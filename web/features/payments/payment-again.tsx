import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { PaymentData } from './api.ts';
import { text as bankText } from './bank-text.ts';
import { type PaymentPart, partOf } from './payable.ts';
import styles from './payment-again.module.css';
import { text } from './payment-text.ts';
import { usePay } from './use-pay.ts';
import { isProvider, ways } from './way.ts';

interface PaymentAgainProps {
  parts: readonly PaymentData[];
  /** Opens the way of paying the same by another bank. */
  onOtherWay: () => void;
}

/** After a payment that came to nothing: the same parts once more as a new payment, or another way. */
export function PaymentAgain({ parts, onOtherWay }: PaymentAgainProps) {
  const isOnline = useOnline();
  const { isBusy, failure, pay } = usePay();
  const provider = ways.filter(isProvider).find((one) => one === parts[0]?.provider);
  return (
    <div className={styles.again}>
      <div className={styles.actions}>
        {provider && (
          <Button
            kind="lamp"
            busy={isBusy}
            disabled={!isOnline}
            onClick={() => void pay(parts.map(partAgain), provider)}
          >
            {isBusy ? bankText.going : text.repeat}
          </Button>
        )}
        <Button disabled={!isOnline} onClick={onOtherWay}>
          {text.otherWay}
        </Button>
      </div>
      {failure && (
        <Notice kind="bad" live="alert" title={bankText.failed}>
          {failure}
        </Notice>
      )}
    </div>
  );
}

function partAgain({ account, actNumber, period, sum }: PaymentData): PaymentPart {
  return partOf({ account, actNumber: actNumber ?? undefined }, sum, period ?? undefined);
}
