import { sql } from 'kysely';
import { usersCountDays } from '#contract/reports/people/users-count-days.ts';
import { usersCountHours } from '#contract/reports/people/users-count-hours.ts';
import { weekdayNames } from '#domain/time/weekday-names.template.ts';
import { answerReport, type RecordedPeriod } from '../read-report.ts';

const words = JSON.stringify(weekdayNames);

/** Users of types as columns of a row. */
const byType = sql`
  coalesce(sum(counted.users) filter (where counted.identity_type = 'person'), 0)::integer as person,
  coalesce(sum(counted.users) filter (where counted.identity_type = 'entity'), 0)::integer as entity,
  coalesce(sum(counted.users) filter (where counted.identity_type = 'admin'), 0)::integer as admin,
  coalesce(sum(counted.users), 0)::integer as "all"`;

/** Kyiv days of a period with their users, also days without any. */
const daysOf = ({ from, until }: RecordedPeriod) => sql`
  select days.day::date as day, ${byType}
    from generate_series((${from}::timestamptz at time zone 'Europe/Kyiv')::date,
                         ((${until}::timestamptz - interval '1 microsecond') at time zone 'Europe/Kyiv')::date,
                         interval '1 day') as days (day)
    left join portal.user_count_day counted on counted.day = days.day::date
   group by days.day`;

export const usersCountDaysSource = answerReport(
  usersCountDays,
  (period) => sql`
    select counted.*, ${words}::jsonb ->> extract(isodow from counted.day)::text as weekday,
           (extract(epoch from (counted.day + 1)::timestamp at time zone 'Europe/Kyiv'
                             - counted.day::timestamp at time zone 'Europe/Kyiv') / 3600)::integer as hours
      from (${daysOf(period)}) as counted`,
  {
    days: (period) => sql`
      select counted.day::timestamp at time zone 'Europe/Kyiv' as at, counted.person, counted.entity, counted.admin
        from (${daysOf(period)}) as counted order by counted.day`,
  },
);

/**
 * Hours of a period with their users, also hours without any: 23 or 25 of a day on which clocks change. The first ones of the first
 * day that a period may have are left out: in UTC they are of a year that no answer names.
 */
const hoursOf = ({ from, until }: RecordedPeriod) => sql`
  select hours.hour, ${byType}
    from generate_series(greatest(date_trunc('hour', ${from}::timestamptz, 'UTC'), '2000-01-01T00:00Z'),
                         ${until}::timestamptz - interval '1 microsecond', interval '1 hour') as hours (hour)
    left join portal.user_count_hour counted on counted.hour = hours.hour
   group by hours.hour`;

/** SQL of the users of a type; of all when none is named. */
const ofType = (type: string | null) => sql`
  case ${type}::text when 'person' then counted.person when 'entity' then counted.entity
                     when 'admin' then counted.admin else counted.all end`;

export const usersCountHoursSource = answerReport(
  usersCountHours,
  (period, { user }) => sql`
    select counted.hour, ${words}::jsonb ->> extract(isodow from counted.hour at time zone 'Europe/Kyiv')::text as weekday,
           counted.person, counted.entity, counted.admin, counted.all
      from (${hoursOf(period)}) as counted
     where ${user}::text is null or ${ofType(user)} > 0`,
  {
    week: (period, { user }) => sql`
      select extract(isodow from counted.hour at time zone 'Europe/Kyiv')::integer as row,
             lpad(extract(hour from counted.hour at time zone 'Europe/Kyiv')::text, 2, '0') as column,
             round(avg(${ofType(user)}), 1)::float8 as value
        from (${hoursOf(period)}) as counted group by 1, 2 order by 1, 2`,
  },
);
