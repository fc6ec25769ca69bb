import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoney, showSum } from '#web/lib/format.ts';
import { PaymentCode } from '#web/lib/payment-code/payment-code.tsx';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { optionsQuery, type PaymentOptions } from '../api.ts';
import { text } from '../text.ts';
import bankDetailsStyles from './bank-details.module.css';
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
      <div className={payCodeStyles.apps}>
        <p>{text.qrApps}</p>
        <ul>
          {qr.bankApps.map(({ bank, url }) => (
            <li key={bank}>
              <a href={url} className={buttonClass('quiet', true)} rel="noreferrer">
                {text.apps[bank]}
              </a>
            </li>
          ))}
        </ul>
        <p className={payCodeStyles.quiet}>{text.qrOnPhone}</p>
      </div>
      <div className={payCodeStyles.picture}>
        <PaymentCode payload={qr.url} label={formatText(text.qrAlt, { sum: showSum(sum), account })} />
      </div>
      <p className={payCodeStyles.hint}>{formatText(text.qrHint, { sum: showSum(sum) })}</p>
    </div>
  );
}

interface BankDetailsProps {
  transfer: PaymentOptions['transfer'];
  sum: string;
}

/** The bank details for a transfer, each value with a copy button. */
function BankDetails({ transfer, sum }: BankDetailsProps) {
  const details: readonly (readonly [name: string, value: string, copied?: string])[] = [
    [text.recipient, transfer.recipient],
    [text.edrpou, transfer.edrpou],
    [text.iban, transfer.iban],
    [text.bank, transfer.bank],
    [text.purpose, transfer.purpose],
    // Banks take a sum without spaces.
    [text.sumToPay, showMoney(sum), sum.replace('.', ',')],
  ];
  return (
    <dl className={bankDetailsStyles.details}>
      {details.map(([name, value, copied = value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className={bankDetailsStyles.copy}>
            <CopyButton
              value={copied}
              label={text.copy}
              copied={text.copied}
              failed={text.copyFailed}
              inRow={{ spokenLabel: formatText(text.copyName, { name }) }}
            />
          </dd>
        </div>
      ))}
    </dl>
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
