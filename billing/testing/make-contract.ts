import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { eicCheckCharacter } from '#domain/identifiers/eic-code.ts';
import type { PriceComponentKind } from '#domain/invoices/price-formula.ts';
import { priceFromText } from '#domain/price.ts';
import { addMonths, type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { giveReading } from './give-reading.ts';
import { makeAccount } from './make-account.ts';
import { insertHistory } from './make-history.ts';
import { insertMeter, type MeterFixture } from './make-meter.ts';

/** Prices of a month, hryvnias per kWh without VAT: of the operator "TEST" and the offer "TEST". */
export type PriceFixture = Readonly<Partial<Record<PriceComponentKind, string>>>;

/** A part of a price without a subject. */
const withoutSubject: readonly string[] = ['dayAhead', 'transmission'];

/** Sets the prices that begin with a month. */
export async function makePrices(db: BillingDatabase, from: LocalDate, prices: PriceFixture): Promise<void> {
  for (const [kind, price] of Object.entries(prices)) {
    await db
      .insertInto('billing.price_component')
      .values({
        kind,
        subject: withoutSubject.includes(kind) ? '' : 'TEST',
        valid_from: from,
        price_micro: priceFromText(price),
        source: `test ${kind}`,
      })
      .execute();
  }
}

export interface ContractFixture {
  readonly priceKind: 'universal' | 'spot' | 'fixedNet' | 'fixedGross';
  readonly fixedPrice?: string;
  readonly isOnePrice?: boolean;
  readonly rounding?: 'halfUp' | 'truncate';
  /** Default: both parts go through the supplier. */
  readonly isWithoutNetworks?: boolean;
  readonly isPrepaid?: boolean;
  readonly plannedParts?: readonly { readonly day: number; readonly percent: number }[];
  readonly dueDay?: number | null;
  readonly documentExchange?: 'paper' | 'cabinet' | 'signature';
}

/** A point with what its meter shows at the beginning and at the end of the month. */
export interface PointFixture {
  readonly before: number;
  /** undefined: nobody read it. */
  readonly after: number | undefined;
  readonly meter?: MeterFixture;
  readonly powerWatts?: number;
  readonly address?: string;
  readonly lossKwh?: number;
  /** Thousandths of a percent. */
  readonly lossPercent?: number;
  readonly lossFormula?: object;
  /** Millionths of a kWh per kvarh. */
  readonly reactiveEquivalent?: number;
  readonly reactiveImport?: number;
  readonly reactiveExport?: number;
  /** Index of the point that it is a sub-consumer of. */
  readonly subOf?: number;
  /** Whether the account bills the sub-consumer; default: no. */
  readonly isSubBilled?: boolean;
}

export interface EntityFixture {
  readonly period: BillingPeriod;
  readonly contract: ContractFixture;
  readonly points: readonly PointFixture[];
}

export interface EntityHandle {
  readonly accountNumber: string;
  readonly points: readonly { readonly eicCode: string; readonly meterId: string }[];
}

let counter = 0;

/** EIC codes of points; those of accounts begin with another number. */
function nextEicCode(): string {
  for (;;) {
    counter += 1;
    const body = `62Z7${String(counter).padStart(11, '0')}`;
    const check = eicCheckCharacter(body);
    if (check !== '-') return body + check;
  }
}

/** Inserts a legal entity with a contract since 2015, and points that were read on the first day of the month and after it. */
export async function makeEntity(
  db: BillingDatabase,
  { period, contract, points }: EntityFixture,
): Promise<EntityHandle> {
  const { accountNumber } = await makeAccount(db, { customerType: 'entity', meters: [] });
  await sql`insert into billing.distribution_operator (operator_code, name, edrpou, iban, bank_name)
    values ('TEST', 'Operator', '00130872', 'UA503052990000026001234567890', 'Bank') on conflict do nothing`.execute(
    db,
  );
  const { plannedParts = [], isWithoutNetworks = false } = contract;
  await db
    .insertInto('billing.entity_contract')
    .values({
      account_number: accountNumber,
      valid_from: '2015-01-01',
      contract_number: `E-${accountNumber}`,
      signed_on: '2015-01-01',
      price_kind: contract.priceKind,
      operator_code: 'TEST',
      offer_code: 'TEST',
      fixed_price_micro: contract.fixedPrice === undefined ? null : priceFromText(contract.fixedPrice),
      with_transmission: !isWithoutNetworks,
      with_distribution: !isWithoutNetworks,
      is_one_price: contract.isOnePrice ?? false,
      payment_form: contract.isPrepaid ? 'prepayment' : plannedParts.length > 0 ? 'planned' : 'byFact',
      planned_parts: JSON.stringify(plannedParts),
      due_day: contract.dueDay ?? null,
      rounding: contract.rounding ?? 'halfUp',
      document_exchange: contract.documentExchange ?? 'cabinet',
    })
    .execute();
  const made: { eicCode: string; meterId: string }[] = [];
  for (const point of points) made.push(await makePoint(db, accountNumber, period, point));
  for (const [index, { subOf, isSubBilled = false }] of points.entries()) {
    const main = subOf === undefined ? undefined : made[subOf];
    if (main === undefined) continue;
    await sql`insert into billing.sub_consumer (account_number, eic_code, main_eic_code, valid_from, name, is_billed)
      values (${accountNumber}, ${made[index]?.eicCode}, ${main.eicCode}, '2015-01-01', 'Tenant', ${isSubBilled})`.execute(
      db,
    );
  }
  return { accountNumber, points: made };
}

async function makePoint(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
  point: PointFixture,
): Promise<{ eicCode: string; meterId: string }> {
  const eicCode = nextEicCode();
  await sql`insert into billing.metering_point (account_number, eic_code, contracted_power_watts)
    values (${accountNumber}, ${eicCode}, ${point.powerWatts ?? 1_000_000})`.execute(db);
  const { lossKwh = null, lossPercent = null, lossFormula = null } = point;
  const modes = { fixed: lossKwh, percent: lossPercent, formula: lossFormula };
  const [lossMode] = Object.entries(modes).find(([, value]) => value !== null) ?? ['none'];
  await sql`insert into billing.contract_point (account_number, eic_code, valid_from, address, voltage_class, loss_mode, loss_fixed_kwh,
      loss_percent_thousandths, loss_formula, reactive_equivalent_micro)
    values (${accountNumber}, ${eicCode}, '2015-01-01', ${point.address ?? ''}, 2, ${lossMode}, ${lossKwh}, ${lossPercent}, ${
      lossFormula && JSON.stringify(lossFormula)
    }::jsonb, ${point.reactiveEquivalent ?? null})`.execute(db);
  const meter = await insertMeter(db, { accountNumber, eicCode, meter: point.meter ?? {} });
  await insertHistory(db, accountNumber, meter, [
    { period: addMonths(period, -1), closing: { single: point.before } },
  ]);
  if (point.after !== undefined) {
    const values = { single: point.after };
    const effectiveDate = firstDayAfter(period);
    await giveReading(db, { accountNumber, meterId: meter.meterId, period, effectiveDate, values });
  }
  const channels = { reactiveImport: point.reactiveImport, reactiveExport: point.reactiveExport };
  for (const [channel, value] of Object.entries(channels)) {
    if (value === undefined) continue;
    await sql`insert into billing.meter_channel (account_number, meter_id, channel, installed_value)
      values (${accountNumber}, ${meter.meterId}, ${channel}, 0)`.execute(db);
    await giveChannel(db, { accountNumber, meterId: meter.meterId, channel, period, value });
  }
  return { eicCode, meterId: meter.meterId };
}

/** Inserts the value of a channel as of the end of a month. */
export async function giveChannel(
  db: BillingDatabase,
  reading: {
    readonly accountNumber: string;
    readonly meterId: string;
    readonly channel: string;
    readonly period: BillingPeriod;
    readonly value: number;
  },
): Promise<void> {
  const { accountNumber, meterId, channel, period, value } = reading;
  await sql`insert into billing.channel_reading (account_number, meter_id, channel, period, value, source, submitted_at)
    values (${accountNumber}, ${meterId}, ${channel}, ${period}, ${value}, 'customer', now())`.execute(db);
}
