import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import type { PriceComponent } from '#domain/invoices/price-formula.ts';
import type { AccountHandle } from './make-account.ts';

/** Columns of billing.entity_contract; the rest are those of a spot contract that is paid by fact. */
export interface ContractFixture {
  readonly validFrom?: string;
  readonly priceKind?: 'universal' | 'spot' | 'fixedNet' | 'fixedGross';
  readonly fixedPriceMicro?: bigint;
  readonly operatorCode?: string;
  readonly offerCode?: string;
  readonly withTransmission?: boolean;
  readonly withDistribution?: boolean;
  readonly plannedParts?: readonly { readonly day: number; readonly percent: number }[];
}

/** Gives an account a contract in force from 2025-01-01. */
export async function makeContract(
  db: BillingDatabase,
  { accountNumber }: Pick<AccountHandle, 'accountNumber'>,
  fixture: ContractFixture = {},
): Promise<void> {
  const { plannedParts = [] } = fixture;
  await db
    .insertInto('billing.entity_contract')
    .values({
      account_number: accountNumber,
      valid_from: fixture.validFrom ?? '2025-01-01',
      contract_number: `E-${accountNumber}`,
      signed_on: '2024-12-20',
      price_kind: fixture.priceKind ?? 'spot',
      operator_code: fixture.operatorCode ?? 'OPERATOR',
      offer_code: fixture.offerCode ?? 'OFFER',
      fixed_price_micro: fixture.fixedPriceMicro ?? null,
      with_transmission: fixture.withTransmission ?? true,
      with_distribution: fixture.withDistribution ?? true,
      payment_form: plannedParts.length > 0 ? 'planned' : 'byFact',
      planned_parts: JSON.stringify(plannedParts),
    })
    .execute();
}

/** Adds versions of parts of prices. */
export async function makePriceComponents(
  db: BillingDatabase,
  components: readonly PriceComponent[],
): Promise<void> {
  await db
    .insertInto('billing.price_component')
    .values(
      components.map(({ kind, subject, voltageClass, validFrom, validTo, price, source }) => ({
        kind,
        subject,
        voltage_class: voltageClass,
        valid_from: validFrom,
        valid_to: validTo,
        price_micro: price,
        source,
      })),
    )
    .execute();
}

/** Adds points to an account: copies of its first one with these codes. */
export async function addPoints(
  db: BillingDatabase,
  { accountNumber }: Pick<AccountHandle, 'accountNumber'>,
  eicCodes: readonly string[],
): Promise<void> {
  await sql`
    insert into billing.metering_point (account_number, eic_code, contracted_power_watts)
    select ${accountNumber}, code, 5000 from unnest(${[...eicCodes]}::text[]) as code`.execute(db);
}
