import { sql } from 'kysely';
import { json, text, typedSql, uuid } from '#platform/database/typed-sql.ts';
import { type DeliveredEvent, insertAccountEvents } from '#portal/modules/events/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** A stable id derived from the event (UUID version 8), so that a repeated load makes the same rows. */
const idOf = (key: string) =>
  sql.raw(`overlay(overlay(md5(${key}) placing '8' from 13) placing '8' from 17)::uuid`);

/** Kopiykas as '1234.56'. */
const sumOf = (kopiykas: string) => sql.raw(`trim(to_char(${kopiykas} / 100.0, '999999999990.00'))`);

/**
 * Inserts news of the last closed month for these accounts (reading, bill, payments), which the history load does not
 * create. Inserted directly, because no messages are sent about the past. Existing news do not change.
 */
export async function makeSampleNews(db: PortalDatabase, accountNumbers: readonly string[]): Promise<void> {
  const { rows } = await typedSql<DeliveredEvent>({
    eventId: uuid(),
    accountNumber: text(),
    kind: text(),
    payload: json(),
    happenedAt: text(),
  })`
    with last as (select max(period) as period from billing.period where state = 'closed'),
    news as (
      select account_number, 'reading.accepted' as kind, max(submitted_at) as at,
        jsonb_build_object('period', b.period, 'kwh', b.energy_wh / 1000, 'sum', ${sumOf('b.charged_kopiykas')}) as facts
      from billing.bill b join billing.reading r using (account_number, period)
      where period = (select period from last) and r.source = 'customer' and r.status = 'accepted'
        and not b.is_estimated and b.charged_kopiykas > 0
      group by b.account_number, b.period
      union all
      select account_number, 'bill.issued', issued_on::timestamp at time zone 'UTC',
        jsonb_build_object('period', period, 'number', bill_number,
          'toPay', ${sumOf('greatest(closing_kopiykas, 0)')}, 'dueOn', due_on::text)
      from billing.bill where period = (select period from last)
      union all
      select account_number, 'payment.' || state.name, state.at,
        jsonb_build_object('sum', ${sumOf('amount_kopiykas')}, 'purpose', purpose, 'actNumber', act_number,
          'expectedOn', expected_on::text)
      from billing.payment
      cross join lateral (values ('confirmed', confirmed_at),
        ('landed', (landed_on + time '07:00') at time zone 'UTC')) as state (name, at)
      where to_char(started_at, 'YYYY-MM') >= (select period from last) and state.at is not null
    )
    select account_number as "accountNumber", ${idOf(`'event:' || account_number || ':' || kind || ':' || at`)} as "eventId",
      kind, facts as payload, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "happenedAt"
    from news where account_number = any(${[...accountNumbers]}::text[])`.execute(db);
  await insertAccountEvents(db, rows);
}
