import type { BillingDatabase } from '#billing/billing-database.ts';
import { type Zone, type ZoneScheme, zonesOf } from '#domain/tariffs/tariff.ts';
import { newId } from '#platform/uuid.ts';

export interface MeterFixture {
  readonly zoneScheme?: ZoneScheme;
  readonly digitCapacity?: number;
  readonly coefficient?: number;
  readonly meterState?: 'working' | 'disabled' | 'removed';
  readonly installedOn?: string;
  readonly removedOn?: string;
  /** Register values at installation; default 0. */
  readonly installedValues?: Readonly<Partial<Record<Zone, number>>>;
  readonly removedValues?: Readonly<Partial<Record<Zone, number>>>;
}

export interface MeterHandle {
  readonly meterId: string;
  readonly serialNumber: string;
  readonly zones: readonly Zone[];
  readonly digitCapacity: number;
  readonly coefficient: number;
  readonly installedValues: Readonly<Partial<Record<Zone, number>>>;
}

let counter = 0;

/** Inserts a meter with its registers at an existing metering point. */
export async function insertMeter(
  db: BillingDatabase,
  place: { readonly accountNumber: string; readonly eicCode: string; readonly meter: MeterFixture },
): Promise<MeterHandle> {
  const { accountNumber, eicCode, meter } = place;
  counter += 1;
  const zoneScheme = meter.zoneScheme ?? 'single';
  const handle: MeterHandle = {
    meterId: newId(),
    serialNumber: `SN${counter}`,
    zones: zonesOf[zoneScheme],
    digitCapacity: meter.digitCapacity ?? 5,
    coefficient: meter.coefficient ?? 1,
    installedValues: meter.installedValues ?? {},
  };
  await db
    .insertInto('billing.meter')
    .values({
      account_number: accountNumber,
      meter_id: handle.meterId,
      eic_code: eicCode,
      serial_number: handle.serialNumber,
      meter_type: 'NIK 2100',
      zone_scheme: zoneScheme,
      digit_capacity: handle.digitCapacity,
      coefficient: handle.coefficient,
      meter_state: meter.meterState ?? 'working',
      installed_on: meter.installedOn ?? '2015-01-01',
      removed_on: meter.removedOn ?? null,
    })
    .execute();
  await db
    .insertInto('billing.register')
    .values(
      handle.zones.map((zone) => ({
        account_number: accountNumber,
        meter_id: handle.meterId,
        zone,
        installed_value: BigInt(handle.installedValues[zone] ?? 0),
        removed_value: meter.removedValues?.[zone] === undefined ? null : BigInt(meter.removedValues[zone]),
      })),
    )
    .execute();
  return handle;
}
