import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showSum } from '#web/lib/format.ts';
import { BankApps } from '#web/lib/payment-code/bank-apps.tsx';
import { BankDetails } from '#web/lib/payment-code/bank-details.tsx';
import { PaymentCode } from '#web/lib/payment-code/payment-code.tsx';
import { text as codeText } from '#web/lib/payment-code/payment-code-text.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { OnPhone } from '#web/ui/layout/device.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { optionsQuery, type PaymentOptions } from '../api.ts';
import { text } from '../text.ts';
import payCodeStyles from './pay-code.module.css';
import styles from './pay-without-provider.module.css';
import type { Payable } from './payable.ts';

interface PayCodeProps {
  qr: PaymentOptions['qr'];
  /** Why there is no code; null: no reason that the payer could act on. */
  message: PaymentOptions['qrMessage'];
  account: string;
  sum: string;
}

/**
 * The QR code of the National Bank with the sum in it: large on a wide screen, for scanning; on a phone the banking
 * apps come first.
 */
function PayCode({ qr, message, account, sum }: PayCodeProps) {
  if (qr === null) return <Notice kind="info">{message ?? text.qrNone}</Notice>;
  return (
    <div className={payCodeStyles.code}>
      <OnPhone>
        <div className={payCodeStyles.apps}>
          <p>{codeText.openApp}</p>
          <BankApps apps={qr.bankApps} />
          <Text size="s" tone="quiet">
            {text.qrOnPhone}
          </Text>
        </div>
      </OnPhone>
      <div className={payCodeStyles.picture}>
        <PaymentCode payload={qr.url} label={formatText(text.qrAlt, { sum: showSum(sum), account })} />
      </div>
      <p className={payCodeStyles.hint}>{formatText(text.qrHint, { sum: showSum(sum) })}</p>
    </div>
  );
}

const DEBOUNCE_MS = 400;

/** A debounced value; undefined while it is changing. */
function useDebounced(value: string | undefined): string | undefined {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced === value ? value : undefined;
}

interface PayWithoutProviderProps {
  method: 'qr' | 'transfer';
  /** What is chosen: codes and details are for a single payable. */
  chosen: readonly Payable[];
  /** The sum to pay; undefined: not a valid sum. */
  sum: string | undefined;
  /** The method was chosen here, not remembered: its content is scrolled into view. */
  isPicked: boolean;
}

/** Payment by a QR code in a banking app, or by a transfer: for one account or act, with exactly this sum. */
export function PayWithoutProvider({ method, chosen, sum, isPicked }: PayWithoutProviderProps) {
  const [only, ...others] = chosen;
  if (only === undefined || others.length > 0) return <Notice kind="info">{text.oneAtATime}</Notice>;
  if (sum === undefined) return <Notice kind="info">{text.badSum}</Notice>;
  return <SingleOptions method={method} payable={only} sum={sum} isPicked={isPicked} />;
}

interface SingleOptionsProps {
  method: 'qr' | 'transfer';
  payable: Payable;
  sum: string;
  isPicked: boolean;
}

function SingleOptions({ method, payable, sum, isPicked }: SingleOptionsProps) {
  const settled = useDebounced(sum);
  const part = useRef<HTMLDivElement>(null);
  const query = useQuery({
    ...optionsQuery(payable, settled ?? sum),
    enabled: settled !== undefined,
  });
  const isThere = query.data !== undefined;
  useEffect(() => {
    if (isPicked && isThere) part.current?.scrollIntoView({ block: 'nearest' });
  }, [isPicked, isThere]);
  return (
    <QueryPart
      query={{ ...query, error: settled === undefined ? null : query.error }}
      failed={text.qrFailed}
      skeleton={
        <div className={styles.waiting} data-way={method} role="status">
          {text.qrMaking}
        </div>
      }
    >
      {(data) => (
        <Stack gap="2" ref={part}>
          {method === 'qr' ? (
            <PayCode qr={data.qr} message={data.qrMessage} account={payable.account} sum={sum} />
          ) : (
            <BankDetails transfer={data.transfer} sum={sum} />
          )}
          {(method === 'transfer' || data.qr !== null) && (
            <p className={styles.later} data-way={method}>
              {text.landsLater}
            </p>
          )}
        </Stack>
      )}
    </QueryPart>
  );
}
