import { sql } from 'kysely';
import { answer, type ModuleInput, refuse } from '#billing/api/define-module.ts';
import { COMPENSATION_BOOK, COMPENSATION_CLASSES } from '#billing/api/service-terms.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { contractedWattsOn, holderOn } from '#billing/modules/accounts/public.ts';
import { claimRequestId, insertAudit, insertOutboxEvents } from '#billing/modules/events/public.ts';
import { findEntries, insertPostings, lockAccount, postingPeriod } from '#billing/modules/ledger/public.ts';
import { entriesForCompensation } from '#domain/ledger/ledger.ts';
import { moneyFromWire, moneyToWire, negateMoney } from '#domain/money.ts';
import { compensationClassOf } from '#domain/service-terms/compensation.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { date, float8, text, typedSql } from '#platform/database/typed-sql.ts';
import { compensationWords } from './compensation-words.template.ts';

type Asked = ModuleInput<typeof COMPENSATION_CLASSES>['accounts'];

async function listCustomers(db: BillingDatabase, accounts: Asked) {
  const { rows } = await typedSql({
    accountNumber: text(),
    on: date<LocalDate>(),
    customerType: text<'person' | 'entity'>(),
    contractedWatts: float8(),
  })`
    select a.account_number as "accountNumber", asked.day as on, c.customer_type as "customerType",
      ${contractedWattsOn(sql`asked.day`)}::float8 as "contractedWatts"
    from (select distinct number, day::date from unnest(${accounts.map(({ accountNumber }) => accountNumber)}::text[],
      ${accounts.map(({ on }) => on)}::text[]) as given (number, day)) asked
    join billing.account a on a.account_number = asked.number
    join billing.customer c on c.customer_id = ${holderOn(sql`asked.day`)}`.execute(db);
  return rows;
}

/** COMPENSATION_CLASSES. */
export const handleCompensationClasses = handleModule(
  COMPENSATION_CLASSES,
  ({ db }) =>
    async ({ accounts }) =>
      answer({
        accounts: (await listCustomers(db, accounts)).map(({ accountNumber, on, ...customer }) => ({
          accountNumber,
          on,
          class: compensationClassOf(customer),
        })),
      }),
);

/**
 * COMPENSATION_BOOK: one transaction with its audit and the news of the account. The entry has the id of the compensation, so the
 * same one again, also at the same moment or after a crash of who asked, answers with what is booked; another sum or request
 * under its id is refused common.requestReused.
 */
export const handleCompensationBook = handleModule(
  COMPENSATION_BOOK,
  ({ db, clock }) =>
    ({ accountNumber, compensationId: entryId, ticketNumber, sum }, by) =>
      db.transaction().execute(async (trx) => {
        const now = clock.now();
        const amount = moneyFromWire(sum);
        const reason = compensationWords(ticketNumber);
        await lockAccount(trx, accountNumber);
        const before = await findEntries(trx, accountNumber, { entryIds: [entryId] });
        if (before === undefined) return refuse('common.notFound');
        const use = { requestId: entryId, accountNumber };
        const claim = await claimRequestId(trx, COMPENSATION_BOOK, use);
        if (claim === 'taken') return refuse('common.requestReused');
        const [booked] = before.entries;
        if (booked !== undefined) {
          if (booked.amount !== amount || booked.reason !== reason) return refuse('common.requestReused');
          return answer({ bookedAt: instantToIso(booked.postedAt), balance: moneyToWire(before.balance) });
        }
        const period = await postingPeriod(trx, now);
        const entries = entriesForCompensation(amount);
        await insertPostings(
          trx,
          entries.map((entry) => ({ accountNumber, period, entry, postedAt: now, entryId, reason })),
        );
        const after = await findEntries(trx, accountNumber, { entryIds: [entryId] });
        if (after === undefined) throw new Error(`the account ${accountNumber} is gone`);
        const payload = { period, sum: moneyToWire(negateMoney(amount)), reason, entryId, ticketNumber };
        const change = { accountNumber, payload };
        const audited = { ...change, before: { balance: moneyToWire(before.balance) } };
        await insertAudit(trx, by, [{ ...audited, kind: 'ledger.compensated' }], now);
        // To the customer it is a correction with its reason.
        await insertOutboxEvents(trx, [{ ...change, kind: 'ledger.corrected' }], now);
        return answer({ bookedAt: instantToIso(now), balance: moneyToWire(after.balance) });
      }),
);
