import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import {
  type ChargeGround,
  type ClosingExceptionKind,
  closingExceptionKinds,
  maxExceptionsOfKind,
  shareOfCharge,
} from '#domain/charges/closing-exceptions.ts';
import { wattHours } from '#domain/energy.ts';
import { composeInvoiceTotals } from '#domain/invoices/invoice.ts';
import { addMoney, type Kopiykas, zeroMoney } from '#domain/money.ts';
import { isSuddenConsumption } from '#domain/readings/assess-deviation.ts';
import { acceptedConsumption } from '#domain/readings/consumption-between.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import { addMonths, type BillingPeriod } from '#domain/time/billing-period.ts';
import { float8, queryClient, text, typedSql } from '#platform/database/typed-sql.ts';
import type { ChargedEntity } from '../charge-entity.ts';
import { missingPrice } from '../charge-prices.ts';
import type { ChunkReview, ClosingRecord, NotedChunk, ReviewedAccount } from '../closing/closing.ts';
import type { ClosingAccount } from '../closing/closing-facts.ts';
import type { RegisterStep } from '../consumption/measure-register.ts';
import {
  addTotals,
  createTally,
  type RunTotals,
  type StoredTotals,
  toStoredTotals,
  type UndecidedShare,
} from './run-totals.ts';

export interface RunException {
  readonly accountNumber: string;
  readonly kind: ClosingExceptionKind;
  readonly subject: string;
  readonly energyWh: number | null;
  readonly expectedWh: number | null;
  readonly amount: Kopiykas | null;
  readonly steps: readonly RegisterStep[];
}

interface RecordedRun {
  readonly runNumber: number;
  readonly period: BillingPeriod;
  readonly isDry: boolean;
  /** What the run has come to already. */
  readonly totals: RunTotals;
  readonly deviation: ReadingRules['deviation'];
  /** Called after a chunk when the run is no longer wanted: paused or stopped. */
  readonly onUnwanted: () => void;
}

/**
 * Keeps what a run comes to: sums with each chunk, in its transaction, and of a dry run the exceptions. A run that somebody paused or
 * stopped learns it there.
 */
export function openRunRecord(db: BillingDatabase, run: RecordedRun): ClosingRecord {
  let { totals } = run;
  const lastYear = addMonths(run.period, -12);
  return {
    isDry: run.isDry,
    async openChunk(accountNumbers) {
      const expected = run.isDry ? await energyOfBills(db, lastYear, accountNumbers) : new Map();
      return reviewChunk(run, expected, {
        read: () => totals,
        write: (next) => {
          totals = next;
        },
      });
    },
  };
}

async function energyOfBills(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await typedSql({ accountNumber: text(), energyWh: float8() })`
    select account_number as "accountNumber", energy_wh::float8 as "energyWh" from billing.bill
    where account_number = any(${accountNumbers}::text[]) and period = ${period}`.execute(db);
  return new Map(rows.map(({ accountNumber, energyWh }) => [accountNumber, energyWh]));
}

interface TotalsCell {
  read(): RunTotals;
  write(totals: RunTotals): void;
}

function reviewChunk(
  run: RecordedRun,
  lastYear: ReadonlyMap<string, number>,
  totals: TotalsCell,
): ChunkReview {
  const { period, isDry } = run;
  const tally = createTally();
  const exceptions: RunException[] = [];

  function except(accountNumber: string, kind: ClosingExceptionKind, more: Partial<RunException> = {}): void {
    tally.except(kind);
    exceptions.push({
      accountNumber,
      kind,
      subject: '',
      energyWh: null,
      expectedWh: null,
      amount: null,
      steps: [],
      ...more,
    });
  }

  /** What a dry run tells of an account beside its sums. */
  function lookAt(
    { account, charged }: ReviewedAccount,
    ground: ChargeGround,
    undecided: UndecidedShare | undefined,
  ): void {
    const { accountNumber, energyWh, bill, unexplained } = charged;
    const amount = addMoney(bill.charged, bill.recalculated);
    const expectedWh = lastYear.get(accountNumber);
    if (undecided !== undefined)
      except(accountNumber, 'underReview', {
        subject: String(undecided.readings),
        energyWh: undecided.energyWh,
        expectedWh: undecided.givenWh,
        amount: undecided.charged,
      });
    if (unexplained.length > 0) except(accountNumber, 'lowerValue', { energyWh, amount, steps: unexplained });
    if (amount < zeroMoney) except(accountNumber, 'negative', { energyWh, amount });
    if (
      expectedWh !== undefined &&
      isSuddenConsumption(
        period,
        wattHours(energyWh),
        wattHours(expectedWh),
        run.deviation[account.contract === null ? 'person' : 'entity'],
        contractedPowerOf(account),
      )
    )
      except(accountNumber, 'sudden', { energyWh, expectedWh, amount });
    if (ground === 'norm') except(accountNumber, 'byNorm', { energyWh, amount });
    if (ground === 'none') except(accountNumber, 'noMeter', { amount });
  }

  return {
    isRefused(account, prices) {
      if (!isDry) return false;
      const refusal = missingPrice(account, period, prices);
      if (refusal !== undefined) except(account.accountNumber, refusal.kind, { subject: refusal.subject });
      return refusal !== undefined;
    },
    add(reviewed) {
      const { bill, energyWh } = reviewed.charged;
      const ground = groundOf(reviewed);
      tally.charge(ground, { energyWh, charged: bill.charged }, bill.recalculated);
      tally.count(reviewed.charged.consumptions);
      const undecided = undecidedOf(reviewed);
      if (undecided !== undefined) tally.undecide(undecided);
      if (isDry) lookAt(reviewed, ground, undecided);
    },
    keepsFault(accountNumber, error) {
      if (!isDry) return false;
      except(accountNumber, 'notCharged', {
        subject: error instanceof Error ? error.message : String(error),
      });
      return true;
    },
    async note(client, chunk) {
      const before = totals.read();
      const next = addTotals(before, tally.totals());
      const kept = exceptions.filter(({ kind }) => before.exceptions[kind] < maxExceptionsOfKind);
      await insertExceptions(client, run.runNumber, kept);
      if (!(await noteProgress(client, run.runNumber, chunk, toStoredTotals(next)))) run.onUnwanted();
      totals.write(next);
    },
  };
}

/** Contracted power of all points, watts. */
function contractedPowerOf({ registers }: ClosingAccount): number {
  const powerOf = new Map(
    registers.map(({ eicCode, contractedPowerWatts }) => [eicCode, contractedPowerWatts]),
  );
  return powerOf.values().reduce((sum, watts) => sum + watts, 0);
}

/** What the undecided readings of an account say, and what is charged in their place; undefined: it has none. */
function undecidedOf({ charged, undecided }: ReviewedAccount): UndecidedShare | undefined {
  if (undecided.length === 0) return undefined;
  const { bill, consumptions, entity } = charged;
  const values = new Map(undecided.map((one) => [one.meterId + one.zone, one]));
  const readings = new Map(undecided.map((one) => [one.meterId, one.readings]));
  const replaced = consumptions.filter(({ register }) => values.has(register.meterId + register.zone));
  let energyWh = 0;
  let givenWh = 0;
  for (const { register, span, energy } of replaced) {
    const { openingValue } = span;
    const value = values.get(register.meterId + register.zone)?.value ?? openingValue;
    energyWh += energy;
    givenWh += acceptedConsumption({ ...register, previousValue: openingValue, value }).energy;
  }
  const points = new Set(replaced.map(({ register }) => register.eicCode));
  return {
    readings: [...readings.values()].reduce((sum, count) => sum + count, 0),
    energyWh,
    givenWh,
    charged:
      entity === null
        ? shareOfCharge(bill.charged, energyWh, charged.energyWh)
        : chargedOfPoints(entity, points),
  };
}

/** With VAT, for the energy of the month at these points. */
function chargedOfPoints({ invoices }: ChargedEntity, points: ReadonlySet<string>): Kopiykas {
  const invoice = invoices.find(({ payee }) => payee === 'supplier');
  if (invoice === undefined) return zeroMoney;
  const lines = invoice.lines.filter(({ kind, eicCode }) => kind === 'energy' && points.has(eicCode));
  return composeInvoiceTotals(
    lines.map(({ amount }) => amount),
    invoice.base,
  ).gross;
}

const estimates: readonly ChargeGround[] = ['lastYear', 'lastActual', 'norm'];

/** The least sure ground of what the account is charged for. */
function groundOf({ account, charged }: ReviewedAccount): ChargeGround {
  const { consumptions } = charged;
  const worst = consumptions.reduce(
    (so, { basis, ground }) =>
      basis === 'estimated' ? Math.max(so, estimates.indexOf(ground ?? 'norm')) : so,
    -1,
  );
  if (worst >= 0) return estimates[worst] ?? 'norm';
  if (consumptions.some(({ basis }) => basis === 'brought')) return 'brought';
  const hasCounted = consumptions.length > 0 || (account.contract?.channels.length ?? 0) > 0;
  return hasCounted ? 'actual' : 'none';
}

export async function insertExceptions(
  client: pg.ClientBase,
  runNumber: number,
  exceptions: readonly RunException[],
): Promise<void> {
  if (exceptions.length === 0) return;
  const rows = exceptions.map(({ accountNumber, kind, subject, energyWh, expectedWh, amount, steps }) => ({
    account_number: accountNumber,
    kind,
    kind_order: closingExceptionKinds.indexOf(kind),
    subject: subject.slice(0, 300),
    energy_wh: energyWh,
    expected_wh: expectedWh,
    amount_kopiykas: amount === null ? null : String(amount),
    steps,
  }));
  await client.query(
    `insert into billing.closing_exception (account_number, run_number, kind, kind_order, subject, energy_wh, expected_wh,
       amount_kopiykas, steps)
     select account_number, $1, kind, kind_order, subject, energy_wh, expected_wh, amount_kopiykas, coalesce((
       select jsonb_agg(jsonb_build_object('serialNumber', m.serial_number, 'zone', step."zone",
         'previousValue', step.previous -> 'value', 'previousDate', step.previous -> 'on',
         'value', step.value -> 'value', 'date', step.value -> 'on') order by step.value ->> 'on', m.serial_number, step."zone")
       from jsonb_to_recordset(row.steps) as step ("meterId" uuid, "zone" text, previous jsonb, value jsonb)
       join billing.meter m on m.account_number = row.account_number and m.meter_id = step."meterId"), '[]')
     from jsonb_to_recordset($2::jsonb) as row (account_number text, kind text, kind_order smallint, subject text,
       energy_wh bigint, expected_wh bigint, amount_kopiykas bigint, steps jsonb)
     on conflict do nothing`,
    [runNumber, JSON.stringify(rows)],
  );
}

/** Moves a run on; false: it is to stop. */
async function noteProgress(
  client: pg.ClientBase,
  runNumber: number,
  { through, accountCount }: NotedChunk,
  totals: StoredTotals,
): Promise<boolean> {
  const { rows } = await queryClient(
    client,
    { state: text() },
    `update billing.closing_run set accounts_done = accounts_done + $2, done_through = $3, totals = $4
     where run_number = $1 returning state`,
    [runNumber, accountCount, through, JSON.stringify(totals)],
  );
  return rows[0]?.state === 'running';
}
