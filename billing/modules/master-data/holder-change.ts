import { type ModuleOutput, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import type { MASTER_DATA_CHANGE } from '#billing/api/master-data.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { customerNameText } from '#billing/modules/accounts/public.ts';
import { findCurrentPeriod, forecastClosingBill } from '#billing/modules/charges/public.ts';
import { findBalance } from '#billing/modules/ledger/public.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import { toKwh, wattHours } from '#domain/energy.ts';
import { parseEdrpou } from '#domain/identifiers/edrpou.ts';
import { parseRnokpp } from '#domain/identifiers/rnokpp.ts';
import { kopiykas, moneyToWire } from '#domain/money.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';

type HolderChange = Extract<MasterDataChange, { kind: 'holder' }>;
type Closing = ModuleOutput<typeof MASTER_DATA_CHANGE>['closing'];

/**
 * Adds a new holder that the supplier does not have yet; the same customer again stays. Undefined: the customer is there, or
 * the code is of one that is known.
 */
export async function addHolder(
  db: BillingDatabase,
  { customerCode, customer }: HolderChange,
): Promise<ModuleResult<never> | undefined> {
  if (customer === undefined) return undefined;
  const { companyName = '', surname = '', name = '', middleName = '', taxCode = '' } = customer;
  const isEntity = companyName !== '';
  const parsedCode = isEntity ? parseEdrpou(taxCode) : parseRnokpp(taxCode);
  const isNamed = isEntity ? surname + name === '' : surname !== '' && name !== '';
  if (!isNamed || (taxCode !== '' && parsedCode === undefined) || (isEntity && taxCode === ''))
    return refuse('changes.badCustomer', {}, { column: isNamed ? 'tax_code' : 'surname' });
  const names = {
    surname,
    name,
    middle_name: middleName,
    company_name: companyName,
    tax_code: parsedCode ?? '',
  };
  const { phone = null, email = null } = customer;
  const facts = { ...names, customer_type: isEntity ? 'entity' : 'person', phone, email };
  await db
    .insertInto('billing.customer')
    .values({ customer_id: newId(), customer_code: customerCode, ...facts })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db
    .selectFrom('billing.customer')
    .select(Object.keys(facts) as (keyof typeof facts)[])
    .where('customer_code', '=', customerCode)
    .executeTakeFirstOrThrow();
  const isSame = Object.entries(facts).every(([column, value]) => Reflect.get(stored, column) === value);
  return isSame
    ? undefined
    : refuse('changes.customerTaken', { value: customerCode }, { column: 'customer_code' });
}

/**
 * What a change of holder leaves the former account with: its balance, and what its closing bill will charge for its last
 * days by what is known now. Of a month that waits for an earlier one to be closed nothing is known yet.
 */
export async function closingOf(
  db: BillingDatabase,
  {
    accountNumber,
    change: { newAccount, customerCode },
    day,
    now,
  }: { accountNumber: string; change: HolderChange; day: LocalDate; now: Instant },
): Promise<Closing> {
  const lastDay = addDays(day, -1);
  const current = await findCurrentPeriod(db, kyivDateOf(now));
  const balance = await findBalance(db, accountNumber, current);
  const forecast =
    current === periodOf(lastDay) ? await forecastClosingBill(db, accountNumber, current) : undefined;
  const { rows } = await typedSql({ name: text() })`
    select ${customerNameText} as name from billing.customer c where c.customer_code = ${customerCode}`.execute(
    db,
  );
  return {
    newAccount,
    newHolder: rows[0]?.name ?? '',
    balance: moneyToWire(kopiykas(balance?.dueState.receivable ?? 0)),
    days: forecast
      ? {
          period: current,
          to: lastDay,
          energyKwh: toKwh(wattHours(forecast.charged.energyWh)),
          charged: moneyToWire(forecast.charged.bill.charged),
          isBilledNow: forecast.isBilledNow,
        }
      : null,
  };
}
