import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { listMeters } from '#contract/readings.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './fields-waiting.module.css';

interface FieldsWaitingProps {
  account: string;
  /** What a screen reader is told. */
  label: string;
}

/** The place of the fields while their code is fetched: as high as they will be, so that nothing below moves. */
export function FieldsWaiting({ account, label }: FieldsWaitingProps) {
  const { data } = useQuery(accountQuery(listMeters, account));
  const meter = data?.meters[0];
  const digits = { '--digits': meter?.digitCapacity } as CSSProperties;
  return (
    <div className={styles.fields}>
      {meter?.registers.map(({ zone }) => (
        <div key={zone} className={styles.field} style={digits}>
          <Skeleton />
          <span className={styles.casing} />
          <span className={styles.result} />
        </div>
      ))}
      <span className={styles.total} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  );
}
