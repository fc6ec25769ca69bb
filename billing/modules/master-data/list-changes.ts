import { sql } from 'kysely';
import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { MASTER_DATA_CHANGES } from '#billing/api/master-data.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';

type MasterData = ModuleOutput<typeof MASTER_DATA_CHANGES>;
type ChangeData = MasterData['changes'][number];
type ChangeRow = Omit<ChangeData, 'recordedAt'> & { readonly recordedAt: Instant };

/** What the account is now; undefined: there is no such account. */
async function findMasterData(
  db: BillingDatabase,
  accountNumber: string,
): Promise<Omit<MasterData, 'changes'> | undefined> {
  const { rows } = await sql<Omit<MasterData, 'changes'>>`
    select
      jsonb_build_object('customerCode', c.customer_code,
        'name', coalesce(nullif(c.company_name, ''), concat_ws(' ', c.surname, c.name, c.middle_name))) as holder,
      a.tariff_code as "tariffCode", a.contract_ended_on as "contractEndedOn",
      (select coalesce(jsonb_agg(jsonb_build_object('eicCode', p.eic_code, 'pointState', p.point_state,
          'contractedPowerWatts', p.contracted_power_watts) order by p.eic_code), '[]')
        from billing.metering_point p where p.account_number = a.account_number) as points,
      (select coalesce(jsonb_agg(jsonb_build_object('serialNumber', m.serial_number, 'eicCode', m.eic_code,
          'zoneScheme', m.zone_scheme, 'removedOn', m.removed_on)
          order by m.removed_on desc nulls first, m.serial_number), '[]')
        from billing.meter m where m.account_number = a.account_number) as meters,
      (select coalesce(jsonb_agg(jsonb_build_object('tariffCode', t.tariff_code, 'title', t.title) order by t.title), '[]')
        from billing.tariff t) as tariffs,
      (select max(period) from billing.period where state <> 'open') as "closedUpTo"
    from billing.account a join billing.customer c using (customer_id)
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** The newest changes of the account. */
async function listChanges(
  db: BillingDatabase,
  accountNumber: string,
  limit: number,
): Promise<readonly ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select change_id as "changeId", kind, subject, effective_on as "effectiveOn", source, actor, document, before, after,
      recorded_at as "recordedAt"
    from billing.master_data_change where account_number = ${accountNumber}
    order by recorded_at desc, effective_on desc, change_id limit ${limit}`.execute(db);
  return rows;
}

/** MASTER_DATA_CHANGES: what it is, what was changed when, by whom, from what to what; nothing of it is ever taken out. */
export const handleMasterDataChanges = handleModule(
  MASTER_DATA_CHANGES,
  ({ db }) =>
    async ({ accountNumber, limit }) => {
      const masterData = await findMasterData(db, accountNumber);
      if (masterData === undefined) return refuse('common.notFound');
      const rows = await listChanges(db, accountNumber, limit);
      return answer({
        ...masterData,
        changes: rows.map(({ recordedAt, ...change }) => ({
          ...change,
          recordedAt: instantToIso(recordedAt),
        })),
      });
    },
);
