import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { optionsQuery } from './api.ts';
import { BankDetails } from './bank-details.tsx';
import { PayCode } from './pay-code.tsx';
import styles from './pay-without-provider.module.css';
import type { Payable } from './payable.ts';
import { text } from './text.ts';
import { useSettled } from './use-settled.ts';

interface PayWithoutProviderProps {
  way: 'qr' | 'transfer';
  /** What is chosen: codes and details are of one thing alone. */
  chosen: readonly Payable[];
  /** What is to be paid for it; undefined: what is typed is no sum. */
  sum: string | undefined;
}

/** Paying by a code in the app of a bank, or by a transfer of one's own: for one account or act, with exactly this sum. */
export function PayWithoutProvider({ way, chosen, sum }: PayWithoutProviderProps) {
  const [only, ...others] = chosen;
  if (only === undefined || others.length > 0) return <Notice kind="info">{text.oneAtATime}</Notice>;
  if (sum === undefined) return <Notice kind="info">{text.badSum}</Notice>;
  return <Asked way={way} payable={only} sum={sum} />;
}

interface AskedProps {
  way: 'qr' | 'transfer';
  payable: Payable;
  sum: string;
}

function Asked({ way, payable, sum }: AskedProps) {
  const settled = useSettled(sum);
  const { data, error, isFetching, refetch } = useQuery({
    ...optionsQuery(payable, settled ?? sum),
    enabled: settled !== undefined,
  });
  if (data) {
    return (
      <div className={styles.part}>
        {way === 'qr' ? (
          <PayCode qr={data.qr} message={data.qrMessage} account={payable.account} sum={sum} />
        ) : (
          <BankDetails transfer={data.transfer} sum={sum} />
        )}
        {(way === 'transfer' || data.qr !== null) && (
          <p className={styles.later} data-way={way}>
            {text.landsLater}
          </p>
        )}
      </div>
    );
  }
  if (error && settled !== undefined) {
    return (
      <FailedPart
        title={text.qrFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div className={styles.waiting} data-way={way} role="status">
      {text.qrMaking}
    </div>
  );
}
