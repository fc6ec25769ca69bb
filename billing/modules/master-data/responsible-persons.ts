import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { RESPONSIBLE_CHANGE } from '#billing/api/master-data.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { auditFrom, insertAudit } from '#billing/modules/events/public.ts';
import type { ResponsibleFacts, ResponsiblePerson } from '#contract/values/master-data.ts';
import { parsePhone } from '#domain/identifiers/contacts.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { date, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';

/** The facts of a person as JSON, as changes, audit and `file_said` keep them. */
const factsOf = (row: string) =>
  `jsonb_build_object('phone', ${row}.phone, 'role', ${row}.role, 'responsibleUntil', ${row}.responsible_until)`;

/**
 * SQL that takes over the responsible persons of a file; returns those that it added or changed. What the file says counts when it
 * is news: a line that says the same as in the file before leaves what staff changed since. A change of somebody known is recorded
 * with its audit. `now`, `today`: SQL of the moment of the import and its day in Kyiv.
 */
export function responsiblesFrom(relation: string, { now, today }: { now: string; today: string }): string {
  return `with incoming as (select given.*, ${factsOf('given')} as said from ${relation} given),
    known as (
      select r.account_number, r.name, ${factsOf('r')} as facts
      from billing.account_responsible r join incoming using (account_number, name) for update of r),
    written as (
      insert into billing.account_responsible (account_number, name, phone, role, responsible_until, file_said)
      select account_number, name, phone, role, responsible_until, said
      from incoming left join known using (account_number, name)
      on conflict (account_number, name) do update
        set phone = excluded.phone, role = excluded.role, responsible_until = excluded.responsible_until,
          file_said = excluded.file_said
        where account_responsible.file_said is distinct from excluded.file_said
      returning account_number, name, file_said),
    changed as materialized (
      select account_number, name, gen_random_uuid() as change_id, facts as before, file_said as after
      from written join known using (account_number, name) where facts <> file_said),
    recorded as (
      insert into billing.master_data_change (account_number, change_id, kind, subject, effective_on, source, actor, document,
        before, after, recorded_at)
      select account_number, change_id, 'responsible', name, ${today}, 'importFile', 'import', '', before, after, ${now}
      from changed),
    audited as (
      ${auditFrom(`(
        select account_number, gen_random_uuid() as audit_id, ${now} as happened_at, 'import' as actor, '' as reference,
          'masterData.responsible' as action, before, after || jsonb_build_object('subject', name, 'source', 'importFile') as after
        from changed) audit_row`)})
    select account_number from written`;
}

/** SQL of the responsible persons of account `a`, by name, as JSON. */
export const responsiblesText = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'phone', r.phone, 'role', r.role, 'until', r.responsible_until,
      'ofFile', case when r.file_said is not null then jsonb_build_object('phone', r.file_said -> 'phone',
        'role', r.file_said -> 'role', 'until', r.file_said -> 'responsibleUntil') end) order by r.name), '[]')
  from billing.account_responsible r where r.account_number = a.account_number)`;

async function findPerson(
  db: BillingDatabase,
  accountNumber: string,
  name: string,
): Promise<ResponsiblePerson | undefined> {
  const { rows } = await typedSql<ResponsibleFacts & { ofFile: { responsibleUntil: string | null } | null }>({
    phone: text(),
    role: text(),
    until: nullable(date()),
    ofFile: nullable(json()),
  })`
    select phone, role, responsible_until as until, file_said as "ofFile" from billing.account_responsible
    where account_number = ${accountNumber} and name = ${name} for update`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { responsibleUntil, ...said } = row.ofFile ?? { responsibleUntil: null };
  return {
    ...row,
    name,
    ofFile: row.ofFile && { ...(said as Pick<ResponsibleFacts, 'phone' | 'role'>), until: responsibleUntil },
  };
}

function isSame(
  one: ResponsibleFacts | null | undefined,
  other: ResponsibleFacts | null | undefined,
): boolean {
  if (!one || !other) return !one && !other;
  return one.phone === other.phone && one.role === other.role && one.until === other.until;
}

const recordOf = ({ phone, role, until }: ResponsibleFacts) => ({ phone, role, responsibleUntil: until });

/** RESPONSIBLE_CHANGE: adds, changes or ends a responsible person; who saw something else is told what stands. */
export const handleResponsibleChange = handleModule(
  RESPONSIBLE_CHANGE,
  ({ db, clock }) =>
    ({ accountNumber, source, name, known, reason, ...given }, by) =>
      db.transaction().execute(async (trx) => {
        const phone = given.phone === '' ? '' : parsePhone(given.phone);
        if (phone === undefined) return refuse('changes.badContact', undefined, { column: 'phone' });
        const facts = { phone, role: given.role, until: given.until };
        const account = await trx
          .selectFrom('billing.account')
          .select('account_number')
          .where('account_number', '=', accountNumber)
          .executeTakeFirst();
        if (account === undefined) return refuse('common.notFound');
        const stored = await findPerson(trx, accountNumber, name);
        const refuseWith = (person: ResponsiblePerson | undefined) =>
          refuse('management.changedMeanwhile', undefined, { person: person ?? null });
        if (stored !== undefined && isSame(stored, facts))
          return answer({ isRecorded: false, person: stored });
        if (!isSame(stored, known)) return refuseWith(stored);
        const now = clock.now();
        const values = { phone: facts.phone, role: facts.role, responsible_until: facts.until };
        const written =
          stored === undefined
            ? await trx
                .insertInto('billing.account_responsible')
                .values({ account_number: accountNumber, name, ...values })
                .onConflict((conflict) => conflict.doNothing())
                .returning('name')
                .executeTakeFirst()
            : await trx
                .updateTable('billing.account_responsible')
                .set(values)
                .where('account_number', '=', accountNumber)
                .where('name', '=', name)
                .returning('name')
                .executeTakeFirst();
        // Somebody added the same person while this one was on its way.
        if (written === undefined) return refuseWith(await findPerson(trx, accountNumber, name));
        const before = stored ? recordOf(stored) : {};
        const after = recordOf(facts);
        await trx
          .insertInto('billing.master_data_change')
          .values({
            account_number: accountNumber,
            change_id: newId(),
            kind: 'responsible',
            subject: name,
            effective_on: kyivDateOf(now),
            source,
            actor: by.actor,
            document: reason,
            before: JSON.stringify(before),
            after: JSON.stringify(after),
            recorded_at: instantToIso(now),
          })
          .execute();
        await insertAudit(
          trx,
          by,
          [
            {
              accountNumber,
              kind: 'masterData.responsible',
              ...(stored && { before }),
              payload: { ...after, subject: name, reason },
            },
          ],
          now,
        );
        return answer({ isRecorded: true, person: { ...facts, name, ofFile: stored?.ofFile ?? null } });
      }),
);
