import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, localDate } from '#domain/time/local-date.ts';
import { weekdayNames } from '#domain/time/weekday-names.template.ts';
import { weekdayOf } from '#domain/time/working-days.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate, showPeriod } from '#web/lib/format.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import type { ContentOf } from './api.ts';
import { isWorked, type Weekday } from './term-words.ts';
import { text } from './text.ts';
import styles from './versions.module.css';

/** What the calendar is for, and the days of the next year that are not as the week says, by month, with whether they are worked. */
export function CalendarDays({ calendar }: { calendar: ContentOf<'calendar'> }) {
  const today = kyivDateOf(deviceNow());
  const last = addDays(today, 365);
  const ahead = calendar.days.filter(({ day }) => day >= today && day <= last);
  const months = Map.groupBy(ahead, ({ day }) => day.slice(0, 7));
  return (
    <Stack gap="1">
      <Text size="s" tone="quiet">
        {text.calendarIsFor} <Link to="/cabinet/admin/management/rules">{text.otherHolidays}</Link>.
      </Text>
      <Text isStrong>{text.daysAhead}</Text>
      {ahead.length === 0 && <Text tone="quiet">{text.noDaysAhead}</Text>}
      {[...months].map(([month, days]) => (
        <section key={month} aria-label={showPeriod(month)}>
          <Text tone="quiet">{showPeriod(month)}</Text>
          <ul className={styles.days}>
            {days.map(({ day, kind }) => {
              const works = isWorked(calendar, day);
              const weekday = weekdayNames[weekdayOf(localDate(day)) as Weekday].toLowerCase();
              return (
                <li key={day}>
                  <span>{formatText(text.dayOf, { day: showDate(day), weekday })}</span>
                  <StateMark tone={works ? 'good' : 'void'}>
                    {formatText(text.dayIs, {
                      kind: text.dayKinds[kind],
                      worked: works ? text.worked : text.notWorked,
                    })}
                  </StateMark>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
