import { type Kysely, sql } from 'kysely';
import { answer } from '#billing/api/define-module.ts';
import {
  AUDIT_FIND,
  AUDIT_READ,
  AUDIT_SEAL,
  maxAuditEntries,
  maxFoundReferences,
} from '#billing/api/events.ts';
import { handleModule } from '#billing/module-handler.ts';
import { soughtTexts } from '#domain/search/sought-texts.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { archiveColumns } from '#platform/audit/archive-record.ts';
import {
  chainColumns,
  chainEnding,
  readNewestSeal,
  type SealedTable,
  sealColumns,
  sealRows,
} from '#platform/audit/audit-seals.ts';
import { containing } from '#platform/database/containing.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import { int4, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';

/** The audit of the billing as it is sealed. A row without a reference says what it said before it could have one. */
export const auditEntryChain: SealedTable = {
  chain: 'auditEntry',
  schema: 'billing',
  table: 'billing.audit_entry',
  number: 'entry_number',
  id: 'audit_id',
  content: `jsonb_build_array(kept.account_number, kept.audit_id, kept.entry_number,
    (extract(epoch from kept.happened_at) * 1000000)::bigint, kept.actor, kept.action, kept.before, kept.after)::text
    || kept.reference`,
  archive: {
    table: 'billing.audit_archive',
    add: insertFrom('billing.audit_archive', archiveColumns),
    deleteRows: (lastNumber) =>
      sql`delete from billing.audit_entry where entry_number <= ${lastNumber}::bigint`,
    deleteSeals: (lastNumber, firstKept) => sql`
      delete from billing.audit_seal
       where chain = 'auditEntry' and last_number <= ${lastNumber}::bigint and seal_number < ${firstKept}::bigint`,
  },
  addSeal: insertFrom('billing.audit_seal', sealColumns),
  putChain: insertFrom('billing.audit_chain', chainColumns, chainEnding),
};

/** AUDIT_SEAL: until nothing more may be sealed. */
export const handleAuditSeal = handleModule(AUDIT_SEAL, ({ db, auditKeys }) => async () => {
  if (auditKeys === undefined) throw new Error('AUDIT_SEAL needs the keys of the audit');
  const anyDb = db as unknown as Kysely<unknown>;
  await sealRows(anyDb, auditEntryChain, auditKeys);
  const newest = await readNewestSeal(anyDb, auditEntryChain);
  return answer({ newest: newest && { ...newest, sealedAt: instantToIso(newest.sealedAt) } });
});

const readColumns = {
  reference: text(),
  accountNumber: text(),
  action: text(),
  before: nullable(json<Record<string, unknown>>()),
  after: nullable(json<Record<string, unknown>>()),
  count: int4(),
};

/** SQL of what staff did by a request; the indexes of the audit for staff have these words as their condition. */
const ofStaff = sql`actor like 'admin:%' and reference <> ''`;

/** AUDIT_READ: one statement for all requests. A bank statement has up to a million entries: they are counted in the index alone. */
export const handleAuditRead = handleModule(AUDIT_READ, ({ db }) => async ({ references }) => {
  const { rows } = await typedSql(readColumns)`
    with counted as materialized (
      select asked.reference, (
          select count(*)::integer from billing.audit_entry where reference = asked.reference and ${ofStaff}) as count
        from unnest(${references}::text[]) as asked (reference))
    select counted.reference, found.*, counted.count
      from counted cross join lateral (
        select account_number as "accountNumber", action, before, after from billing.audit_entry
         where reference = counted.reference and ${ofStaff}
         order by entry_number limit ${maxAuditEntries}) as found`.execute(db);
  const byReference = Map.groupBy(rows, ({ reference }) => reference);
  const answers = references.map((reference) => {
    const own = byReference.get(reference) ?? [];
    return {
      entries: own.map(({ reference: _, count: __, ...entry }) => entry),
      count: own[0]?.count ?? 0,
    };
  });
  return answer({ answers });
});

/** AUDIT_FIND: what staff did is looked through whole, and nothing else of the audit. */
export const handleAuditFind = handleModule(AUDIT_FIND, ({ db }) => async ({ words }) => {
  const patterns = containing(soughtTexts(words));
  const { rows } = await typedSql({ reference: text() })`
    select reference from billing.audit_entry
     where ${ofStaff} and action <> 'payment.landed'
       and concat_ws(' ', account_number, before::text, after::text) ilike any (${patterns}::text[])
     group by reference order by max(entry_number) desc limit ${maxFoundReferences + 1}`.execute(db);
  return answer({
    references: rows.slice(0, maxFoundReferences).map(({ reference }) => reference),
    isCut: rows.length > maxFoundReferences,
  });
});
