import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { type ContractFacts, loadContractFacts } from '#billing/modules/contracts/public.ts';
import { addMoney, zeroMoney } from '#domain/money.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDay } from '#domain/time/billing-period.ts';
import type { ClosingAccount, ClosingRegister, PreviousConsumption } from './closing-facts.ts';
import {
  type AccountRow,
  type AccountScope,
  accountRows,
  type BenefitRow,
  benefitRows,
  earlierRows,
  type KnownUntil,
  type MovedRow,
  movedRows,
  type PreviousRow,
  previousRows,
  type RegisterRow,
  readingRows,
  registerRows,
  type ValueRow,
} from './closing-statements.ts';

/**
 * The facts of the next accounts, in the order of their numbers; each kind of fact in one statement for all of them.
 * Accounts without a contract in the period are left out, unless months before are to be charged anew.
 */
export async function loadClosingFacts(
  db: BillingDatabase,
  period: BillingPeriod,
  scope: AccountScope,
  knownUntil?: KnownUntil,
): Promise<ClosingAccount[]> {
  const { rows: accounts } = await accountRows(period, scope, knownUntil).execute(db);
  if (accounts.length === 0) return [];
  const numbers = accounts.map((account) => account.number);
  const billPeriods = accounts.map((account) => account.billPeriod);
  const measuredPeriods = accounts.map((account) => account.measuredPeriod);
  const ofContracts = accounts
    .filter(({ hasEntityContract }) => hasEntityContract)
    .map(({ number }) => number);
  const [registers, previous, readings, moved, benefits, contracts] = await Promise.all([
    registerRows(period, numbers).execute(db),
    previousRows(sql`unnest(${numbers}::text[], ${measuredPeriods}::char(7)[])`).execute(db),
    readingRows(period, numbers, knownUntil).execute(db),
    movedRows(period, sql`unnest(${numbers}::text[], ${billPeriods}::char(7)[])`).execute(db),
    benefitRows(period, numbers).execute(db),
    loadContractFacts(db, period, ofContracts, { knownUntil: knownUntil?.entity }),
  ]);
  const wanted = lacksOpening(period, registers.rows, previous.rows);
  const earlier = wanted.length === 0 ? undefined : await earlierRows(period, wanted, knownUntil).execute(db);
  return combineClosingFacts({
    accounts,
    registers: registers.rows,
    previous: previous.rows,
    readings: readings.rows,
    moved: moved.rows,
    benefits: benefits.rows,
    earlier: earlier?.rows ?? [],
    contracts,
  });
}

export interface ClosingRows {
  /** In the order of their numbers. */
  readonly accounts: readonly AccountRow[];
  /** In the same order. */
  readonly registers: readonly RegisterRow[];
  readonly previous: readonly PreviousRow[];
  readonly readings: readonly ValueRow[];
  readonly moved: readonly MovedRow[];
  readonly benefits: readonly BenefitRow[];
  /** Earlier readings of the accounts that `lacksOpening` lists. */
  readonly earlier: readonly ValueRow[];
  /** Of the accounts that have one. */
  readonly contracts: ReadonlyMap<string, ContractFacts>;
}

/** Accounts with a register that stood before the period and was never charged: it begins at its last reading, if it has one. */
export function lacksOpening(
  period: BillingPeriod,
  registers: readonly RegisterRow[],
  previous: readonly PreviousRow[],
): string[] {
  const first = firstDay(period);
  const charged = new Set(previous.map(registerKey));
  const wanted = new Set<string>();
  for (const register of registers) {
    if (register.installedOn < first && !charged.has(registerKey(register)))
      wanted.add(register.accountNumber);
  }
  return [...wanted];
}

/** Puts the rows of accounts together. */
export function combineClosingFacts(rows: ClosingRows): ClosingAccount[] {
  const previous = new Map<string, PreviousConsumption>();
  for (const row of rows.earlier) {
    previous.set(registerKey(row), { closingValue: row.value, to: row.onDate, isActual: true });
  }
  for (const row of rows.previous) {
    previous.set(registerKey(row), { closingValue: row.value, to: row.onDate, isActual: row.isActual });
  }
  const readings = Map.groupBy(rows.readings, registerKey);
  const moved = new Map(rows.moved.map((row) => [row.accountNumber, row]));
  const benefits = Map.groupBy(rows.benefits, ({ accountNumber }) => accountNumber);
  let next = 0;
  return rows.accounts.map((account) => {
    const own: ClosingRegister[] = [];
    for (; rows.registers[next]?.accountNumber === account.number; next++) {
      const register = rows.registers[next] as RegisterRow;
      const key = registerKey(register);
      own.push({
        ...register,
        previous: previous.get(key),
        readings: (readings.get(key) ?? []).map(({ value, onDate }) => ({ value, on: onDate })),
      });
    }
    const entries = moved.get(account.number);
    return {
      accountNumber: account.number,
      tariffCode: account.tariffCode,
      tariffHistory: account.tariffHistory,
      openedOn: account.openedOn,
      contractEndedOn: account.contractEndedOn,
      opening: addMoney(account.previousClosing, entries?.before ?? zeroMoney),
      paid: entries?.paid ?? zeroMoney,
      recalculated: entries?.recalculated ?? zeroMoney,
      benefit: entries?.benefit ?? zeroMoney,
      corrected: entries?.corrected ?? zeroMoney,
      benefits: (benefits.get(account.number) ?? []).map(({ benefitId, amount }) => ({ benefitId, amount })),
      registers: own,
      recalculateFrom: account.recalculateFrom,
      requestIds: account.requestIds,
      contract: rows.contracts.get(account.number) ?? null,
    };
  });
}

/** A meter id is the meter's of one account. */
function registerKey(register: { readonly meterId: string; readonly zone: Zone }): string {
  return register.meterId + register.zone;
}
