import type { OutputOf } from '#contract/define-call.ts';
import type { listSentMessages } from '#contract/supplier-messages/send-messages.ts';
import type { Instant } from '#domain/time/instant.ts';
import {
  int4,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
  uuid,
} from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { Audience } from './sent-store.ts';

type SentMessage = OutputOf<typeof listSentMessages>['messages'][number];

const sentColumns = {
  id: uuid(),
  title: text(),
  text: text(),
  sentAt: timestamptz<Instant>(),
  sentBy: text(),
  state: text<SentMessage['state']>(),
  audience: json<Audience>(),
  reason: text(),
  accounts: int4(),
  expected: int4(),
  readAccounts: int4(),
  account: nullable(text()),
  stoppedBy: text(),
  recalledAt: nullable(timestamptz<Instant>()),
  recalledBy: text(),
  recallReason: text(),
  notices: json<SentMessage['notices']>(),
  /** Of the cursor. */
  moment: text(),
};

/** Where the part before ended. */
export interface SentPosition {
  readonly moment: string;
  readonly id: string;
}

/** Sent and planned messages after a position, newest first, with what became of them; `id`: that one alone. */
export async function listSent(
  db: PortalDatabase,
  after: SentPosition | undefined,
  limit: number,
  id: string | null = null,
): Promise<readonly RowOf<typeof sentColumns>[]> {
  const { rows } = await typedSql(sentColumns)`
    with shown as (
      select * from portal.supplier_message m
      where (${id}::uuid is null or m.message_id = ${id}::uuid)
        and (${after === undefined}::boolean or (m.sent_at, m.message_id)
          < (${after?.moment ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      order by m.sent_at desc, m.message_id desc limit ${limit}::integer)
    select m.message_id as id, m.title, m.body as text, m.sent_at as "sentAt",
      coalesce(nullif(a.full_name, ''), a.login, '') as "sentBy", coalesce(x.state, 'delivered') as state, m.audience,
      coalesce(x.reason, '') as reason, coalesce(x.delivered, deliveries.accounts) as accounts,
      coalesce(x.expected, deliveries.accounts) as expected, reads.accounts as "readAccounts", deliveries.account,
      coalesce(nullif(s.full_name, ''), s.login, '') as "stoppedBy", x.recalled_at as "recalledAt",
      coalesce(nullif(r.full_name, ''), r.login, '') as "recalledBy", coalesce(x.recall_reason, '') as "recallReason",
      (select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'state', state, 'count', count)
          order by channel, state), '[]') from (
        select o.channel, o.state, count(*)::int as count from portal.outgoing_message o where o.about_id = m.message_id
        group by o.channel, o.state) counted) as notices,
      to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from shown m
    left join portal.administrator a on a.identity_id = m.sent_by
    left join portal.supplier_message_dispatch x on x.message_id = m.message_id
    left join portal.administrator s on s.identity_id = x.stopped_by
    left join portal.administrator r on r.identity_id = x.recalled_by
    -- A message to very many has its count in its dispatch.
    cross join lateral (
      select count(*)::int as accounts, case when count(*) = 1 then min(account_number) end as account
      from (select d.account_number from portal.supplier_message_delivery d where d.message_id = m.message_id
        limit case when x.message_id is null then null else 2 end) few) deliveries
    cross join lateral (
      select count(distinct r.account_number)::int as accounts
      from portal.supplier_message_read r where r.message_id = m.message_id) reads
    order by m.sent_at desc, m.message_id desc`.execute(db);
  return rows;
}
