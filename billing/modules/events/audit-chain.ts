import type { Kysely } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import { AUDIT_READ, AUDIT_SEAL, maxAuditEntries } from '#billing/api/events.ts';
import { handleModule } from '#billing/module-handler.ts';
import {
  chainColumns,
  chainEnding,
  type SealedTable,
  sealColumns,
  sealRows,
} from '#platform/audit/audit-seals.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { int4, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';

/** The audit of the billing as it is sealed. */
export const auditEntryChain: SealedTable = {
  chain: 'auditEntry',
  schema: 'billing',
  table: 'billing.audit_entry',
  number: 'entry_number',
  id: 'audit_id',
  content: `jsonb_build_array(kept.account_number, kept.audit_id, kept.entry_number,
    (extract(epoch from kept.happened_at) * 1000000)::bigint, kept.actor, kept.action, kept.before, kept.after)::text`,
  addSeal: insertFrom('billing.audit_seal', sealColumns),
  putChain: insertFrom('billing.audit_chain', chainColumns, chainEnding),
};

/** AUDIT_SEAL: until nothing more may be sealed. */
export const handleAuditSeal = handleModule(AUDIT_SEAL, ({ db }) => async () => {
  await sealRows(db as unknown as Kysely<unknown>, auditEntryChain);
  return answer({});
});

const readColumns = {
  position: int4(),
  accountNumber: text(),
  action: text(),
  before: nullable(json<Record<string, unknown>>()),
  after: nullable(json<Record<string, unknown>>()),
  count: int4(),
};

/** AUDIT_READ: one statement for all questions. With accounts entries are found by their key, without by the time they came. */
export const handleAuditRead = handleModule(AUDIT_READ, ({ db }) => async ({ questions }) => {
  const { rows } = await typedSql(readColumns)`
    select asked.position::integer as position, found.*
      from jsonb_to_recordset(${JSON.stringify(questions.map((question, position) => ({ ...question, position })))}::jsonb)
        as asked (position integer, actor text, "from" timestamptz, "to" timestamptz, accounts text[])
      cross join lateral (
        select entry.account_number as "accountNumber", action, before, after, (count(*) over ())::integer as count
          from (
            select * from billing.audit_entry
             where cardinality(asked.accounts) > 0 and account_number = any(asked.accounts)
               and actor = asked.actor and happened_at between asked."from" and asked."to"
            union all
            select * from billing.audit_entry
             where cardinality(asked.accounts) = 0 and actor = asked.actor
               and happened_at between asked."from" and asked."to") as entry
         order by entry.entry_number limit ${maxAuditEntries}) as found
     order by 1`.execute(db);
  const answers = questions.map((_, position) => {
    const own = rows.filter((row) => row.position === position);
    return {
      entries: own.map(({ position: __, count: ___, ...entry }) => entry),
      count: own[0]?.count ?? 0,
    };
  });
  return answer({ answers });
});
