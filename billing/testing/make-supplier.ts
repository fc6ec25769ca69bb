import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';

/** Default tariff of test accounts: 4.32 per kWh, regulated zone coefficients. */
export const testTariffCode = 'household';

const definition = {
  validFrom: '2000-01-01',
  rule: { kind: 'flat', price: '4.32' },
  coefficients: {
    two: { day: '1', night: '0.5' },
    three: { peak: '1.5', halfPeak: '1', night: '0.4' },
  },
  act: 'test',
};

export interface SupplierFixture {
  /** Overrides of the defaults in domain/readings/reading-rules.ts, stored in billing.supplier.rules. */
  readonly rules?: Readonly<Record<string, unknown>>;
}

/** Creates a supplier with one flat tariff; idempotent. */
export async function makeSupplier(db: BillingDatabase, fixture: SupplierFixture = {}): Promise<void> {
  const rules = JSON.stringify(fixture.rules ?? {});
  await sql`
    with supplier as (
      insert into billing.supplier (name, short_name, edrpou, iban, bank_name, address, phones, email, readings_email,
                                    main_url, rules)
      values ('Test supplier', 'Test', '14360570', 'UA213223130000026007233566001', 'Test bank', 'Test street 1',
              '{0800300400}', 'office@example.test', 'photo@example.test', 'https://example.test', ${rules}::jsonb)
      on conflict (singleton) do update set rules = excluded.rules
    ), tariff as (
      insert into billing.tariff (tariff_code, title) values (${testTariffCode}, 'Household')
      on conflict (tariff_code) do nothing
    )
    insert into billing.tariff_version (tariff_code, valid_from, definition, act)
    values (${testTariffCode}, '2000-01-01', ${JSON.stringify(definition)}::jsonb, 'test')
    on conflict (tariff_code, valid_from) do nothing`.execute(db);
}

/** Sets the state of a period unconditionally. */
export async function setPeriodState(
  db: BillingDatabase,
  period: string,
  state: 'open' | 'closing' | 'closed',
): Promise<void> {
  await sql`
    insert into billing.period (period, state) values (${period}, ${state})
    on conflict (period) do update set state = excluded.state`.execute(db);
}
