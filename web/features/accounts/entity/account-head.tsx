import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import styles from './account-head.module.css';
import { text } from './text.ts';

/** Meters that are named; of more the number is told. */
const MAX_NAMED = 4;

interface AccountHeadProps {
  account: string;
  /** Numbers of its meters; empty while unknown. */
  serials: readonly string[];
}

/** The current account: its address, number and meter numbers. */
export function AccountHead({ account, serials }: AccountHeadProps) {
  return (
    <AccountLine account={account}>
      {serials.length > 0 && (
        <span>
          {serials.length > MAX_NAMED
            ? formatText(text.meterCount, { count: serials.length })
            : `${serials.length === 1 ? text.meter : text.meters} ${serials.map((serial) => `№\u00a0${serial}`).join(', ')}`}
        </span>
      )}
    </AccountLine>
  );
}

/** The address and the number of the current account, and what follows them. */
export function AccountLine({ account, children }: { account: string; children?: ReactNode }) {
  const found = useSessionStore((state) => state.entity.accounts.find((item) => item.account === account));
  return (
    <p className={styles.head}>
      <span>{found?.address}</span>
      <span>
        {text.account} {account}
      </span>
      {children}
    </p>
  );
}
