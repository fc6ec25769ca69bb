import type { BillingDatabase } from '#billing/billing-database.ts';
import { newId } from '#platform/uuid.ts';
import { makeEicCode } from './make-eic-code.ts';
import { insertHistory, type MonthFixture } from './make-history.ts';
import { insertMeter, type MeterFixture, type MeterHandle } from './make-meter.ts';
import { testTariffCode } from './make-supplier.ts';

export interface AccountFixture {
  readonly customerType?: 'person' | 'entity';
  readonly objectCode?: string;
  readonly tariffCode?: string;
  readonly contractEndedOn?: string;
  readonly inputBlocked?: boolean;
  readonly pointState?: 'active' | 'takenByOperator' | 'substation' | 'commercial' | 'disabled';
  readonly verificationRequested?: boolean;
  readonly contractedPowerWatts?: number;
  readonly heating?: 'none' | 'electric';
  /** Default: one single-zone meter with five digits. */
  readonly meters?: readonly MeterFixture[];
  /** Months of the first meter, oldest first, with the closing values of its registers. */
  readonly history?: readonly MonthFixture[];
}

export interface AccountHandle {
  readonly accountNumber: string;
  readonly customerId: string;
  readonly eicCode: string;
  readonly meters: readonly MeterHandle[];
  /** Id of the first meter. */
  readonly meterId: string;
}

let counter = 0;

/**
 * Creates a customer with account, metering point, meters and months of readings; numbers are generated sequentially.
 */
export async function makeAccount(db: BillingDatabase, fixture: AccountFixture = {}): Promise<AccountHandle> {
  counter += 1;
  const eicCode = makeEicCode(counter);
  const accountNumber = String(2_390_000_000 + counter);
  const customerId = newId();
  await db
    .insertInto('billing.customer')
    .values({
      customer_id: customerId,
      customer_code: `C${counter}`,
      customer_type: fixture.customerType ?? 'person',
      surname: 'Test',
      name: `Customer ${counter}`,
      phone: '+380501234567',
    })
    .execute();
  await db
    .insertInto('billing.account')
    .values({
      account_number: accountNumber,
      customer_id: customerId,
      object_code: fixture.objectCode ?? `K${counter}`,
      contract_number: `D-${counter}`,
      contract_date: '2015-01-01',
      contract_ended_on: fixture.contractEndedOn ?? null,
      consumer_eic: eicCode,
      tariff_code: fixture.tariffCode ?? testTariffCode,
      input_blocked: fixture.inputBlocked ?? false,
      opened_on: '2015-01-01',
    })
    .execute();
  await db
    .insertInto('billing.premises')
    .values({
      account_number: accountNumber,
      settlement: 'Kyiv',
      street: 'Test street',
      building: String(counter),
      heating: fixture.heating ?? 'none',
    })
    .execute();
  await db
    .insertInto('billing.metering_point')
    .values({
      account_number: accountNumber,
      eic_code: eicCode,
      point_state: fixture.pointState ?? 'active',
      contracted_power_watts: fixture.contractedPowerWatts ?? 5000,
      verification_requested: fixture.verificationRequested ?? false,
    })
    .execute();
  const meters: MeterHandle[] = [];
  for (const meter of fixture.meters ?? [{}]) {
    meters.push(await insertMeter(db, { accountNumber, eicCode, meter }));
  }
  const [first] = meters;
  if (first !== undefined) await insertHistory(db, accountNumber, first, fixture.history ?? []);
  return { accountNumber, customerId, eicCode, meters, meterId: first?.meterId ?? '' };
}
