import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { listMeters } from '#contract/readings.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './fields-skeleton.module.css';

interface FieldsSkeletonProps {
  account: string;
  /** The text for screen readers. */
  label: string;
}

/** Reserves the height of the fields while their code is loading, to avoid a layout shift. */
export function FieldsSkeleton({ account, label }: FieldsSkeletonProps) {
  const { data } = useQuery(accountQuery(listMeters, account));
  const meter = data?.meters[0];
  const digits = { '--digits': meter?.digitCapacity } as CSSProperties;
  return (
    <Stack gap="2">
      {meter?.registers.map(({ zone }) => (
        <div key={zone} className={styles.field} style={digits}>
          <Skeleton />
          <span className={styles.casing} />
          <span className={styles.result} />
        </div>
      ))}
      <span className={styles.total} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </Stack>
  );
}
