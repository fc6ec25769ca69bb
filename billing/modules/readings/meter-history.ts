import { sql } from 'kysely';
import { answer, type ModuleInput, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { METER_HISTORY } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { pointOrder } from '#billing/modules/contracts/public.ts';
import { bool, date, json, text, typedSql } from '#platform/database/typed-sql.ts';

type History = ModuleOutput<typeof METER_HISTORY>;
type Event = History['events'][number];

/** The parameter of a limit to some points; null: all. */
const limitOf = (points: readonly string[] | undefined) => points ?? null;

interface EventRow {
  readonly date: string;
  readonly key: string;
  readonly event: Event;
}

/** SQL of the values of registers and channels of the meter `m`, of the column `installed_value` or `removed_value`. */
const dialsOf = (column: 'installed_value' | 'removed_value', meter: 'm' | 'o') => {
  const value = sql.ref(column);
  return sql`(select coalesce(jsonb_object_agg(dial.name, dial.value), '{}') from (
    select zone as name, ${value} as value from billing.register g
    where g.account_number = ${sql.ref(`${meter}.account_number`)} and g.meter_id = ${sql.ref(`${meter}.meter_id`)}
    union all
    select channel, ${value} from billing.meter_channel h
    where h.account_number = ${sql.ref(`${meter}.account_number`)} and h.meter_id = ${sql.ref(`${meter}.meter_id`)}
  ) dial where dial.value is not null)`;
};

/**
 * Events after a place, newest first. The key orders the events of a day: readings, then what happened to the meter. Roll-overs are
 * looked up for the events of the part alone, so that a part costs the same however long the history is.
 */
async function listEvents(
  db: BillingDatabase,
  { accountNumber, eic, points, after, limit }: ModuleInput<typeof METER_HISTORY>,
): Promise<readonly EventRow[]> {
  const { rows } = await typedSql<EventRow>({ date: date(), key: text(), event: json() })`
    with meters as materialized (
      select m.*, coalesce((
          select c.object_name from billing.contract_point c
          where c.account_number = m.account_number and c.eic_code = m.eic_code
          order by c.valid_from desc limit 1), '') as object_name
      from billing.meter m
      where m.account_number = ${accountNumber} and (${eic}::text is null or m.eic_code = ${eic}::text)
        and (${limitOf(points)}::text[] is null or m.eic_code = any(${limitOf(points)}::text[]))
    ), life as (
      select m.meter_id, m.installed_on as date, 'b' as rank, 'installed' as kind, null::text as source,
        null::timestamptz as submitted_at from meters m
      union all
      select m.meter_id, m.removed_on, 'd', 'removed', null, null from meters m
      where m.removed_on is not null and not exists (
        select from meters n where n.eic_code = m.eic_code and n.meter_id <> m.meter_id and n.installed_on = m.removed_on)
      union
      select m.meter_id, m.verified_on, 'c', 'verified', null, null from meters m where m.verified_on is not null
      union
      select m.meter_id, c.effective_on, 'c', 'verified', null, null
      from billing.master_data_change c join meters m on m.serial_number = c.subject
        and c.effective_on between m.installed_on and coalesce(m.removed_on, 'infinity')
      where c.account_number = ${accountNumber} and c.kind = 'meterVerified'
      union
      select r.meter_id, r.effective_date, 'e', r.status, r.source, r.submitted_at
      from billing.reading r join meters m using (meter_id)
      where r.account_number = ${accountNumber} and r.status in ('accepted', 'underReview')
      union
      select r.meter_id, (r.period || '-01')::date + interval '1 month', 'e', 'accepted', r.source, r.submitted_at
      from billing.channel_reading r join meters m using (meter_id)
      where r.account_number = ${accountNumber}
    ), placed as (
      select l.*, l.date::date as day,
        l.rank || ' ' || m.serial_number || ' ' || coalesce(to_char(l.submitted_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS'), '')
          || ' ' || coalesce(left(l.source, 1), '') as key
      from life l join meters m using (meter_id)
    ), part as (
      select * from placed
      where ${after?.date ?? null}::date is null or (day, key) < (${after?.date ?? null}::date, ${after?.key ?? null}::text)
      order by day desc, key desc limit ${limit + 1}
    )
    select p.day as date, p.key,
      jsonb_build_object('date', p.day, 'eic', m.eic_code, 'objectName', m.object_name, 'serialNumber', m.serial_number)
      || case p.rank
        when 'b' then jsonb_build_object('kind', 'installed', 'values', ${dialsOf('installed_value', 'm')},
          'coefficient', m.coefficient, 'digitCapacity', m.digit_capacity, 'replaced', (
            select jsonb_build_object('serialNumber', o.serial_number, 'values', ${dialsOf('removed_value', 'o')})
            from meters o where o.eic_code = m.eic_code and o.meter_id <> m.meter_id and o.removed_on = m.installed_on
            order by o.serial_number limit 1))
        when 'd' then jsonb_build_object('kind', 'removed', 'values', ${dialsOf('removed_value', 'm')})
        when 'c' then jsonb_build_object('kind', 'verified')
        else jsonb_build_object('kind', 'reading', 'source', p.source, 'isUnderReview', p.kind = 'underReview',
          'values', given.values, 'hasRolledOver', given.has_rolled_over)
      end as event
    from part p join meters m using (meter_id)
    left join lateral (
      select jsonb_object_agg(dial.name, dial.value) as values,
        coalesce(bool_or(dial.value < dial.before), false) as has_rolled_over
      from (
        select r.zone as name, r.value, (
          select e.value from billing.reading e
          where e.account_number = r.account_number and e.meter_id = r.meter_id and e.zone = r.zone
            and e.status = 'accepted' and e.effective_date < r.effective_date
          order by e.effective_date desc, e.submitted_at desc limit 1) as before
        from billing.reading r
        where r.account_number = ${accountNumber} and r.meter_id = p.meter_id and r.effective_date = p.day
          and r.submitted_at = p.submitted_at and r.status = p.kind and r.source = p.source
        union all
        select r.channel, r.value, (
          select e.value from billing.channel_reading e
          where e.account_number = r.account_number and e.meter_id = r.meter_id and e.channel = r.channel
            and e.period < r.period
          order by e.period desc limit 1)
        from billing.channel_reading r
        where r.account_number = ${accountNumber} and r.meter_id = p.meter_id and r.source = p.source
          and (r.period || '-01')::date + interval '1 month' = p.day and r.submitted_at = p.submitted_at
      ) dial
    ) given on p.rank = 'e'
    order by p.day desc, p.key desc`.execute(db);
  return rows;
}

/** The points of an account by object, and whether there is such an account. */
async function listPointsOf(
  db: BillingDatabase,
  { accountNumber, points }: ModuleInput<typeof METER_HISTORY>,
): Promise<{ readonly isKnown: boolean; readonly points: History['points'] } | undefined> {
  const { rows } = await typedSql<{ isKnown: boolean; points: History['points'] }>({
    isKnown: bool(),
    points: json(),
  })`
    select exists (select from billing.account where account_number = ${accountNumber}) as "isKnown", (
      select coalesce(jsonb_agg(jsonb_build_object('eic', eic_code, 'objectName', object_name)
        order by ${pointOrder('object_name', 'eic_code')}), '[]')
      from (select p.eic_code, coalesce((
          select c.object_name from billing.contract_point c
          where c.account_number = p.account_number and c.eic_code = p.eic_code
          order by c.valid_from desc limit 1), '') as object_name
        from billing.metering_point p where p.account_number = ${accountNumber}
          and (${limitOf(points)}::text[] is null or p.eic_code = any(${limitOf(points)}::text[]))) point) as points`.execute(
    db,
  );
  return rows[0];
}

/** METER_HISTORY: the life line of each point (product.md §6). A point that is not of the account has no events. */
export const handleMeterHistory = handleModule(METER_HISTORY, ({ db }) => async (asked) => {
  const [rows, found] = await Promise.all([listEvents(db, asked), listPointsOf(db, asked)]);
  if (!found?.isKnown) return refuse('common.notFound');
  const shown = rows.slice(0, asked.limit);
  const last = shown.at(-1);
  return answer({
    events: shown.map(({ event }) => event),
    next: last !== undefined && rows.length > shown.length ? { date: last.date, key: last.key } : null,
    points: found.points,
  });
});
