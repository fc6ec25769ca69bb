import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { metersRead } from '#web/session/account-changes.ts';
import { useSessionStore } from '#web/session/session-store.ts';
import styles from './account-head.module.css';
import { text } from './text.ts';
import { entityMetersQuery } from './use-entity-accounts.ts';

/** Meters that are named; of more the number is told. */
const MAX_NAMED = 4;

/**
 * The current account: its address, number and meter numbers. Data that can't be loaded is left out, because the
 * readings below show their own failures.
 */
export function AccountHead({ account }: { account: string }) {
  const meters = useSessionStore((state) => state.entity.meters);
  const { data } = useQuery(entityMetersQuery(account));
  useEffect(() => {
    if (data) metersRead(account, data.data);
  }, [account, data]);
  return (
    <AccountLine account={account}>
      {meters.length > 0 && (
        <span>
          {meters.length > MAX_NAMED
            ? formatText(text.meterCount, { count: meters.length })
            : `${meters.length === 1 ? text.meter : text.meters} ${meters.map((meter) => `№\u00a0${meter.serialNumber}`).join(', ')}`}
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
