import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { metersQuery } from './api.ts';
import { BlockedMeter } from './blocked-meter.tsx';
import { MeterReading } from './meter-reading.tsx';
import styles from './reading-form.module.css';
import { text } from './text.ts';
import { WindowNotice } from './window-notice.tsx';

interface ReadingFormProps {
  account: string;
  /** Where a photo of the meter can be sent; undefined while it is not known. */
  supplierEmail: string | undefined;
  /** How to reach the supplier, shown where nothing can be entered. */
  help: ReactNode;
}

const noMeter = { code: 'readings.meterNotFound', message: readingMessages['readings.meterNotFound'] };

/** Every register of every meter of an account on one screen. Knows accounts, not who they belong to. */
export function ReadingForm({ account, supplierEmail, help }: ReadingFormProps) {
  const { data, error, isFetching, refetch } = useQuery(metersQuery(account));
  if (data) {
    return (
      <div className={styles.readings}>
        {data.meters.length === 0 ? (
          <BlockedMeter reason={noMeter} help={help} />
        ) : (
          data.meters.some(({ blocked }) => blocked === null) && <WindowNotice window={data.window} />
        )}
        {data.meters.map((meter) => (
          <MeterReading
            key={meter.meterId}
            options={{ account, meter, window: data.window, supplierEmail }}
            help={help}
          />
        ))}
      </div>
    );
  }
  if (error) {
    return (
      <FailedPart
        title={text.loadFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    );
  }
  return (
    <div className={styles.readings} aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <Skeleton />
      <Skeleton shape="title" />
      <div className={styles.loading}>
        <Skeleton shape="tile" />
        <Skeleton shape="tile" />
      </div>
    </div>
  );
}
