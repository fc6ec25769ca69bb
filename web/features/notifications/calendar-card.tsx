import { useQuery } from '@tanstack/react-query';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { calendarQuery } from './api.ts';
import { CalendarAddress } from './calendar-address.tsx';
import styles from './calendar-card.module.css';
import { MakeCalendar } from './make-calendar.tsx';
import { SettingsPart } from './settings-part.tsx';
import { text } from './text.ts';

/** The calendar of reading windows and due dates, by a secret link. */
export function CalendarCard() {
  const { data, error, isFetching, refetch } = useQuery(calendarQuery);
  const { path, madeAt } = data ?? {};
  return (
    <SettingsPart title={text.calendar} lead={text.calendarLead} busy={isFetching && !data}>
      {data && path && madeAt && <CalendarAddress path={path} madeAt={madeAt} />}
      {data && !path && <MakeCalendar />}
      {!data && error && (
        <FailedPart
          title={text.calendarFailed}
          message={failureOf(error).message}
          retryLabel={text.retry}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && (
        <div className={styles.waiting}>
          <Skeleton />
          <VisuallyHidden>{text.loading}</VisuallyHidden>
        </div>
      )}
    </SettingsPart>
  );
}
