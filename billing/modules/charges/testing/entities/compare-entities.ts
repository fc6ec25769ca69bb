import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { addMonths, firstDay } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { billFormerAccounts } from '../../closing/bill-former-accounts.ts';
import { openPeriodsUpTo } from '../../period-store.ts';
import type { ClosingFixture } from '../closing-fixture.ts';
import { historyStart, periodAt } from '../random-histories.ts';
import { Coverage } from './coverage.ts';
import { entityMonths } from './entity-history.ts';
import { NaiveBooks, type NaiveClosing, type NaiveInvoice, type NaiveLine } from './naive-invoices.ts';
import { randomEntity } from './random-entity.ts';
import { randomPrices } from './random-terms.ts';
import {
  insertEntities,
  insertPrices,
  type SimulatedEntity,
  simulateEntity,
  storeEntityFacts,
} from './simulate-entities.ts';

interface EntityDifference {
  readonly seed: number;
  readonly period: string;
  readonly what: string;
  /** Lines that one way alone has. */
  readonly product: readonly string[];
  readonly naive: readonly string[];
}

export interface EntityComparison {
  readonly supplierInvoices: number;
  readonly operatorInvoices: number;
  readonly lines: number;
  readonly quantities: number;
  readonly payments: number;
  /** Of the day of a change of holder. */
  readonly closingInvoices: number;
  readonly differences: readonly EntityDifference[];
  /** What no history has: `Coverage`. */
  readonly missing: readonly string[];
}

/** Rows of the product or of the naive way as text, by `account period what`. */
type Book = Map<string, string[]>;

function add(book: Book, key: string, text: string): void {
  const texts = book.get(key);
  if (texts === undefined) book.set(key, [text]);
  else texts.push(text);
}

/**
 * Plays histories of entities month by month, closes each month, and compares what each closing made with the naive way:
 * quantities of all months as they are known then, lines and totals of both invoices, payments in advance.
 */
export async function simulateAndCompareEntities(
  fixture: ClosingFixture,
  seeds: readonly number[],
  closing: Parameters<ClosingFixture['close']>[1] = {},
): Promise<EntityComparison> {
  const db = fixture.db as BillingDatabase;
  await makeSupplier(db);
  const prices = randomPrices();
  await insertPrices(db, prices);
  const entities = seeds.map((seed, index) => simulateEntity(randomEntity(seed), index));
  await insertEntities(db, entities);
  await openPeriodsUpTo(db, historyStart, historyStart);
  let closingInvoices = 0;
  for (let month = 0; month < entityMonths; month++) {
    await storeEntityFacts(db, entities, month);
    // In every other month the closing makes them.
    if (month % 2 === 0) closingInvoices += await billHolders(fixture, month);
    const closed = await fixture.close(periodAt(month), closing);
    if (closed.kind !== 'closed') throw new Error(JSON.stringify(closed));
  }
  const problems = await checkLedger(db);
  if (problems.length > 0) throw new Error(JSON.stringify(problems.slice(0, 3)));

  const product = await productBook(db);
  const naive: Book = new Map();
  const coverage = new Coverage();
  for (const entity of entities) {
    const closings = new NaiveBooks(entity.history, prices).closings(entityMonths);
    coverage.add(entity.history, closings);
    for (const closing of closings) addNaive(naive, entity, closing);
  }
  const differences: EntityDifference[] = [];
  for (const key of new Set([...naive.keys(), ...product.keys()])) {
    const left = [...(product.get(key) ?? [])].sort();
    const right = [...(naive.get(key) ?? [])].sort();
    if (left.join('\n') === right.join('\n')) continue;
    const [account = '', period = '', ...what] = key.split(' ');
    differences.push({
      seed: seeds[Number(account) - 1_000_000_000] ?? 0,
      period,
      what: what.join(' '),
      product: left.filter((text) => !right.includes(text)),
      naive: right.filter((text) => !left.includes(text)),
    });
  }
  const count = (what: string) =>
    [...product].filter(([key]) => key.endsWith(what)).map(([, texts]) => texts.length);
  const all = (what: string) => count(what).reduce((sum, texts) => sum + texts, 0);
  return {
    supplierInvoices: all('supplier total'),
    operatorInvoices: all('operator total'),
    lines: all('lines'),
    quantities: all('quantities'),
    payments: all('payments'),
    closingInvoices,
    differences,
    missing: coverage.missing,
  };
}

/** Makes the bills of the changes of holder of a month on its 29th. */
function billHolders({ db, pool }: ClosingFixture, month: number): Promise<number> {
  const clock = fixedClock(kyivInstant(addDays(firstDay(periodAt(month)), 28), 12, 0));
  return billFormerAccounts({ db: db as BillingDatabase, pool, clock });
}

async function productBook(db: BillingDatabase): Promise<Book> {
  const book: Book = new Map();
  const { rows } = await sql<{ key: string; text: string }>`
    select concat_ws(' ', account_number, period, 'supplier quantities') as key, concat_ws(' ', eic_code, period, metered_kwh, loss_kwh,
      sub_loss_kwh, sub_kwh, billed_kwh, reactive_import_kvarh, reactive_export_kvarh, is_held) as text from billing.invoice_quantity
    union all select concat_ws(' ', account_number, booked_period, 'supplier quantities'), concat_ws(' ', eic_code, period, metered_kwh,
      loss_kwh, sub_loss_kwh, sub_kwh, billed_kwh, reactive_import_kvarh, reactive_export_kvarh, is_held)
      from billing.invoice_quantity_revision
    union all select concat_ws(' ', account_number, period, payee, 'lines'), concat_ws(' ', kind, eic_code, component, for_period,
      quantity, price_micro, equivalent_micro, amount_kopiykas) from billing.invoice_line where quantity <> 0 or amount_kopiykas <> 0
    union all select concat_ws(' ', account_number, period, payee, 'total'), concat_ws(' ', quantity, price_base, net_kopiykas, vat_kopiykas,
      gross_kopiykas, adjustment_net_kopiykas) from billing.invoice
    union all select concat_ws(' ', account_number, period, 'payments'), concat_ws(' ', due_on, amount_kopiykas)
      from billing.planned_payment`.execute(db);
  for (const { key, text } of rows) add(book, key, text);
  return book;
}

function addNaive(book: Book, entity: SimulatedEntity, closing: NaiveClosing): void {
  const { accountNumber, eicCodes } = entity;
  const { month, quantities, supplier, operator, payments, before } = closing;
  const period = periodAt(month);
  for (const [of, points] of quantities.entries())
    for (const [at, one] of points.entries()) {
      const text = (q: typeof one) =>
        [
          eicCodes[at],
          periodAt(of),
          q.metered,
          q.loss,
          q.subLoss,
          q.subKwh,
          q.billed,
          q.reactiveImport,
          q.reactiveExport,
          q.isHeld ? 't' : 'f',
        ].join(' ');
      const earlier = before[of]?.[at];
      if (earlier === undefined || text(earlier) !== text(one))
        add(book, `${accountNumber} ${period} supplier quantities`, text(one));
    }
  for (const [payee, invoice] of [
    ['supplier', supplier],
    ['operator', operator],
  ] as const) {
    for (const line of invoice.lines)
      add(book, `${accountNumber} ${period} ${payee} lines`, lineText(line, eicCodes[line.point] ?? ''));
    if (invoice.lines.length > 0) add(book, `${accountNumber} ${period} ${payee} total`, totalText(invoice));
  }
  for (const { day, amount } of payments)
    add(
      book,
      `${accountNumber} ${addMonths(period, 1)} payments`,
      `${addMonths(period, 1)}-${String(day).padStart(2, '0')} ${amount}`,
    );
}

function lineText(line: NaiveLine, eicCode: string): string {
  const { kind, component, month, quantity, micro, equivalentMicro, amount } = line;
  const reactive = equivalentMicro === undefined ? [] : [equivalentMicro];
  return [kind, eicCode, component, periodAt(month), quantity, micro, ...reactive, amount].join(' ');
}

function totalText({ quantity, base, net, vat, gross, adjustmentNet }: NaiveInvoice): string {
  return [quantity, base, net, vat, gross, adjustmentNet].join(' ');
}
