import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { metersRead } from '#web/session/account-changes.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { metersQuery } from './api.ts';
import { BlockedMeter } from './meter/blocked-meter.tsx';
import { OpenMeter } from './meter/open-meter.tsx';
import type { SubmissionOptions } from './meter/use-submission.ts';
import meterReadingStyles from './meter-reading.module.css';
import styles from './reading-form.module.css';
import { text } from './text.ts';
import { WindowNotice } from './window-notice.tsx';

// Few readings are looked at by an operator.
const ReviewNotice = lazy(() =>
  import('./review/review-notice.tsx').then((module) => ({ default: module.ReviewNotice })),
);

interface MeterReadingProps {
  options: SubmissionOptions;
  /** The contacts of the supplier. */
  help: ReactNode;
}

/** One meter by its serial number: its reading form, or why it is blocked. */
function MeterReading({ options, help }: MeterReadingProps) {
  const { meter } = options;
  const titleId = useId();
  return (
    <Stack as="section" gap="3" aria-labelledby={titleId}>
      <h2 id={titleId} className={meterReadingStyles.title}>
        {formatText(text.meter, { serial: meter.serialNumber })}
        <span className={meterReadingStyles.type}>{meter.meterType}</span>
      </h2>
      {meter.review && (
        <Suspense fallback={null}>
          <ReviewNotice account={options.account} review={meter.review} />
        </Suspense>
      )}
      {meter.blocked ? (
        <BlockedMeter reason={meter.blocked} serial={meter.serialNumber} help={help} />
      ) : (
        <OpenMeter options={options} help={help} />
      )}
    </Stack>
  );
}

interface ReadingFormProps {
  account: string;
  /** The contacts of the supplier, shown where nothing can be entered. */
  help: ReactNode;
}

const noMeter = { code: 'readings.meterNotFound', message: readingMessages['readings.meterNotFound'] };

/** Every register of every meter of an account on one screen. Takes an account of any customer type. */
export function ReadingForm({ account, help }: ReadingFormProps) {
  const query = useQuery(metersQuery(account));
  const { data } = query;
  useEffect(() => {
    if (data) metersRead(account, data.meters);
  }, [account, data]);
  return (
    <QueryPart
      query={query}
      failed={text.loadFailed}
      skeleton={
        <div className={styles.readings} aria-busy="true">
          <VisuallyHidden>{text.loading}</VisuallyHidden>
          <Skeleton />
          <Skeleton shape="title" />
          <div className={styles.loading}>
            <Skeleton shape="tile" />
            <Skeleton shape="tile" />
          </div>
        </div>
      }
    >
      {({ meters, window }) => (
        <div className={styles.readings}>
          {meters.length === 0 ? (
            <BlockedMeter reason={noMeter} help={help} />
          ) : (
            meters.some(({ blocked }) => blocked === null) && <WindowNotice window={window} />
          )}
          {meters.map((meter) => (
            <MeterReading key={meter.meterId} options={{ account, meter, window }} help={help} />
          ))}
        </div>
      )}
    </QueryPart>
  );
}
