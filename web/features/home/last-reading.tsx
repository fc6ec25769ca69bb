import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { listMeters } from '#contract/readings.ts';
import { zonesLeft } from '#domain/readings/reading-ask.ts';
import { blockedMessage } from '#web/lib/form/blocked-advice.ts';
import { showDate, showMoment, showTimeLeft } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { zoneList } from '#web/lib/zone-parts.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './last-reading.module.css';
import { text } from './text.ts';

/** The last values of every register and the next reading window; for a meter that takes no readings, the reason. */
export function LastReading({ account }: { account: string }) {
  const title = useId();
  const query = useQuery(accountQuery(listMeters, account));
  return (
    <Card labelledBy={title} busy={query.isFetching}>
      <div className={styles.panel}>
        <Text as="h2" id={title} size="l">
          {text.lastReading}
        </Text>
        <QueryPart
          query={query}
          failed={text.lastReadingFailed}
          skeleton={
            <div className={styles.waiting}>
              <Skeleton />
              <Skeleton shape="title" />
              <Skeleton />
              <Skeleton />
              <VisuallyHidden>{text.lastReadingLoading}</VisuallyHidden>
            </div>
          }
        >
          {(data) => <Meters {...data} />}
        </QueryPart>
      </div>
    </Card>
  );
}

/** What became of a reading that an operator looked at, and the next step. */
function reviewInWords({
  state,
  dueOn,
  reason,
}: NonNullable<OutputOf<typeof listMeters>['meters'][number]['review']>): string {
  return formatText(text.reviews[state], { date: showDate(dueOn), reason });
}

function Meters({ meters, window }: OutputOf<typeof listMeters>) {
  const now = useNow();
  return (
    <>
      {meters.length === 0 && <p>{text.noMeters}</p>}
      {meters
        .map((meter) => ({ ...meter, left: zonesLeft(meter.registers, window.effectiveDate) }))
        .map(({ left, ...meter }) => (
          <Stack key={meter.meterId} gap="1">
            <p className={styles.serial}>{text.meter.replace('{serial}', meter.serialNumber)}</p>
            <dl className={styles.registers}>
              {meter.registers.map((register) => (
                <div key={register.zone}>
                  <dt>
                    {text.zones[register.zone]}
                    <span>
                      {text.onDate.replace('{date}', showDate(register.currentDate ?? register.previousDate))}
                    </span>
                  </dt>
                  <dd>
                    {String(register.currentValue ?? register.previousValue).padStart(
                      meter.digitCapacity,
                      '0',
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            {meter.review && <p className={styles.state}>{reviewInWords(meter.review)}</p>}
            {left.length > 0 && (
              <Text tone="warn">{formatText(text.partTitle, { zones: zoneList(left) })}</Text>
            )}
            {meter.currentReading && !meter.review && left.length === 0 && (
              <p className={styles.state}>
                {(meter.currentReading.state === 'accepted' ? text.accepted : text.underReview).replace(
                  '{moment}',
                  showMoment(meter.currentReading.submittedAt),
                )}
              </p>
            )}
            {meter.blocked && <Text tone="warn">{blockedMessage(meter.blocked)}</Text>}
          </Stack>
        ))}
      {meters.some(({ blocked }) => !blocked) && (
        <div className={styles.window}>
          <p>
            <b>
              {window.isOpen
                ? text.windowOpen.replace('{left}', showTimeLeft(Date.parse(window.closesAt) - now))
                : text.windowClosed.replace('{date}', showDate(window.opensOn))}
            </b>
          </p>
          {!window.isOpen && <p className={styles.hint}>{text.windowHint}</p>}
          <Link to="/cabinet/person/indication" className={styles.link}>
            {text.toReadings}
          </Link>
        </div>
      )}
    </>
  );
}
