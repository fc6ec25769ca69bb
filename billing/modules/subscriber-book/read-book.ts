import { answer, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { SUBSCRIBER_BOOK_GET, SUBSCRIBER_BOOK_PDF } from '#billing/api/subscriber-book.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import type { SubscriberBookData, SubscriberBookRow } from '#contract/values/subscriber-book.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { toKwh } from '#domain/energy.ts';
import { addMoney, type Kopiykas, kopiykas, moneyToWire, sumMoney, zeroMoney } from '#domain/money.ts';
import { coefficientToText, priceToText } from '#domain/price.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import {
  type BookHeadRow,
  type BookMonthRow,
  type BookRegisterRow,
  type BookTariffRow,
  findBookHead,
  listBookMonths,
  listBookRegisters,
  listBookTariffs,
} from './book-store.ts';
import type { createBookDocument } from './document/book-document.ts';

/** Sums of a month of the book. */
interface BookMonth extends Pick<BookMonthRow, 'period' | 'state' | 'bill' | 'payments' | 'benefit'> {
  readonly opening: Kopiykas;
  /** null: not charged yet. */
  readonly charged: Kopiykas | null;
  readonly recalculated: Kopiykas;
  readonly paid: Kopiykas;
  readonly closing: Kopiykas;
}

/**
 * Computes the months of the book from bills and ledger: closing = opening + charged + recalculated + benefit − paid
 * (facts 9.2). Corrections by operators count as recalculations. A month without a bill opens with the previous
 * balance. A loaded balance belongs to the opening and does not make a month.
 */
function composeMonths(rows: readonly BookMonthRow[]): BookMonth[] {
  let balance = zeroMoney;
  const months: BookMonth[] = [];
  for (const { bill, broughtForward, hasMoved, ...row } of rows) {
    const opening = addMoney(balance, broughtForward);
    const { period, state, payments, benefit } = row;
    if (bill) {
      months.push({ ...bill, period, state, bill, payments });
      balance = bill.closing;
      continue;
    }
    const { charged, recalculated, paid } = row;
    balance = (sumMoney([opening, charged, recalculated, benefit]) - paid) as Kopiykas;
    if (state === 'closed' && !hasMoved) continue;
    const isCharged = state === 'closed' || charged !== zeroMoney;
    months.push({
      period,
      state,
      bill,
      payments,
      benefit,
      opening,
      charged: isCharged ? charged : null,
      recalculated,
      paid,
      closing: balance,
    });
  }
  return months;
}

/** Default year: the latest with a closed month, else the latest. */
function latestYear(months: readonly BookMonth[]): number {
  const closed = months.findLast(({ state }) => state === 'closed');
  return yearOf((closed ?? months.at(-1))?.period ?? '');
}

/** A year of the book in the form of function modules. */
function composeBook(facts: {
  readonly year: number;
  readonly head: BookHeadRow;
  readonly months: readonly BookMonth[];
  readonly registers: readonly BookRegisterRow[];
  readonly tariffs: readonly BookTariffRow[];
}): SubscriberBookData {
  const { year, head, registers, tariffs } = facts;
  const months = facts.months.filter(({ period }) => yearOf(period) === year);
  const registersOf = Map.groupBy(registers, ({ period }) => period);
  const tariffsOf = Map.groupBy(tariffs, ({ period }) => period);
  const sum = (pick: (month: BookMonth) => Kopiykas | null) =>
    moneyToWire(sumMoney(months.map((month) => pick(month) ?? zeroMoney)));
  return {
    year,
    years: [...new Set(facts.months.map(({ period }) => yearOf(period)))].reverse(),
    head: { ...head, meters: head.meters.filter((meter) => wasInstalledIn(meter, year)) },
    rows: months.map((month) =>
      rowOf(
        month,
        month.bill ? registersOf.get(month.period) : undefined,
        month.bill ? tariffsOf.get(month.period) : undefined,
      ),
    ),
    totals: {
      kwh: months.reduce((kwh, { bill }) => kwh + (bill ? toKwh(bill.energy) : 0), 0),
      opening: moneyToWire(months[0]?.opening ?? zeroMoney),
      charged: sum(({ charged }) => charged),
      benefit: sum(({ benefit }) => benefit),
      recalculated: sum(({ recalculated }) => recalculated),
      paid: sum(({ paid }) => paid),
      closing: moneyToWire(months.at(-1)?.closing ?? zeroMoney),
    },
  };
}

function rowOf(
  month: BookMonth,
  registers: readonly BookRegisterRow[] = [],
  tariffs: readonly BookTariffRow[] = [],
): SubscriberBookRow {
  const { bill, charged } = month;
  return {
    period: month.period,
    registers: registers.map(({ period: _period, ...register }) => register),
    kwh: bill ? toKwh(bill.energy) : null,
    tariffs: tariffs.map(({ zone, energy, price, coefficient, from, to }) => ({
      zone,
      kwh: toKwh(energy),
      price: priceToText(price),
      coefficient: coefficientToText(coefficient),
      from,
      to,
    })),
    opening: moneyToWire(month.opening),
    charged: charged === null ? null : moneyToWire(charged),
    benefit: moneyToWire(month.benefit),
    recalculated: moneyToWire(month.recalculated),
    payments: month.payments.map(({ postedAt, amount, provider }) => ({
      date: kyivDateOf(postedAt as Instant),
      provider,
      sum: moneyToWire(kopiykas(amount)),
    })),
    paid: moneyToWire(month.paid),
    closing: moneyToWire(month.closing),
    isEstimated: bill?.isEstimated ?? false,
    state: month.state,
  };
}

function yearOf(period: BillingPeriod | ''): number {
  return Number(period.slice(0, 4));
}

function wasInstalledIn({ installedOn, removedOn }: BookHeadRow['meters'][number], year: number): boolean {
  return installedOn <= `${year}-12-31` && (removedOn === null || removedOn >= `${year}-01-01`);
}

/**
 * Loads a year of the subscriber's book (product.md §5, facts 9.2), in four statements. A year without months is empty;
 * billing.noCharges: the account has neither charges nor payments.
 */
async function loadBook(
  db: BillingDatabase,
  accountNumber: string,
  askedYear: number | null,
): Promise<ModuleResult<SubscriberBookData>> {
  const [head, rows] = await Promise.all([
    findBookHead(db, accountNumber),
    listBookMonths(db, accountNumber),
  ]);
  if (head === undefined) return refuse('common.notFound');
  if (!rows.some(({ bill, hasMoved }) => bill !== null || hasMoved)) return refuse('billing.noCharges');
  const months = composeMonths(rows);
  const year = askedYear ?? latestYear(months);
  const [registers, tariffs] = await Promise.all([
    listBookRegisters(db, accountNumber, year),
    listBookTariffs(db, accountNumber, year),
  ]);
  return answer(composeBook({ year, head, months, registers, tariffs }));
}

const drawBookDocument = drawnByWorker<typeof createBookDocument>(
  new URL('./document/book-document.ts', import.meta.url).href,
  'createBookDocument',
);

/** SUBSCRIBER_BOOK_GET: a view of bills and ledger (product.md §7). */
export const handleSubscriberBookGet = handleModule(
  SUBSCRIBER_BOOK_GET,
  ({ db }) =>
    ({ accountNumber, year }) =>
      loadBook(db, accountNumber, year),
);

/** SUBSCRIBER_BOOK_PDF: the result of SUBSCRIBER_BOOK_GET as a PDF; refused for a year without months. */
export const handleSubscriberBookPdf = handleModule(
  SUBSCRIBER_BOOK_PDF,
  ({ db, clock }) =>
    async ({ accountNumber, year }) => {
      const result = await loadBook(db, accountNumber, year);
      if (!result.ok) return result;
      if (result.data.rows.length === 0) return refuse('billing.noCharges');
      const document = await drawBookDocument(result.data, accountNumber, clock.now());
      return answer({
        fileName: `${fileNameOf('book', accountNumber, year)}.pdf`,
        content: document.toString('base64'),
      });
    },
);
