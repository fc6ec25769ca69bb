import { ENTITY_BALANCE } from '#billing/api/balance.ts';
import { answer, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listDebtEventsBefore } from '#billing/modules/ledger/public.ts';
import type { EntityBalanceData } from '#contract/values/entity-balance.ts';
import { type LatePayment, latePayment } from '#domain/invoices/late-payment.ts';
import type { PlannedVolume } from '#domain/invoices/planned-payments.ts';
import { allocateAccount } from '#domain/ledger/allocate-account.ts';
import { type Kopiykas, kopiykas, moneyToWire, negateMoney, sumMoney, zeroMoney } from '#domain/money.ts';
import { type BillingPeriod, firstDay, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { int4, int8, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';

interface InvoiceDue {
  readonly period: BillingPeriod;
  readonly number: string;
  readonly dueOn: LocalDate;
}

interface PlannedPart {
  readonly partNumber: number;
  readonly dueOn: LocalDate;
  readonly amount: number;
  /** null: a share of the sum of the month before. */
  readonly volume: PlannedVolume | null;
}

/** What the books and the contract say at a moment; terms are those of the day. */
const stateColumns = {
  receivable: int8<Kopiykas>(),
  inTransit: int8<Kopiykas>(),
  acts: int8<Kopiykas>(),
  /** null: reactive energy was never charged. */
  reactive: nullable(int8<Kopiykas>()),
  operator: nullable(text()),
  /** Paid for energy since the first day of the month. */
  paid: int8<Kopiykas>(),
  latePercent: nullable(int4()),
  penaltyTimes: nullable(int4()),
  invoices: json<readonly InvoiceDue[]>(),
  planned: json<readonly PlannedPart[]>(),
  inflation: json<Readonly<Record<BillingPeriod, number>>>(),
  /** Hundredths of a percent; null: unknown. */
  discountRate: nullable(int4()),
};

async function findState(db: BillingDatabase, accountNumber: string, on: LocalDate, before: Instant) {
  const month = firstDay(periodOf(on));
  const moment = instantToIso(before);
  const { rows } = await typedSql(stateColumns)`
    select coalesce(book.receivable, 0)::bigint as receivable, coalesce(book.in_transit, 0)::bigint as "inTransit",
      coalesce(book.acts, 0)::bigint as acts, book.reactive::bigint as reactive, o.name as operator,
      coalesce(book.paid, 0)::bigint as paid, k.late_percent_hundredths as "latePercent",
      k.penalty_rate_times::integer as "penaltyTimes",
      coalesce((select jsonb_agg(jsonb_build_object('period', b.period, 'number', b.bill_number, 'dueOn', b.due_on))
        from billing.bill b where b.account_number = a.account_number and b.issued_on <= ${on}), '[]') as invoices,
      coalesce((select jsonb_agg(jsonb_build_object('partNumber', p.part_number, 'dueOn', p.due_on,
          'amount', p.amount_kopiykas, 'volume', case when p.declared_kwh is not null then
            jsonb_build_object('declaredKwh', p.declared_kwh, 'undeclaredKwh', p.undeclared_kwh) end) order by p.part_number)
        from billing.planned_payment p where p.account_number = a.account_number and p.period = ${periodOf(on)}), '[]') as planned,
      coalesce((select jsonb_object_agg(to_char(r.valid_from, 'YYYY-MM'), r.value)
        from billing.economic_rate r where r.kind = 'inflation' and r.valid_from <= ${on}), '{}') as inflation,
      (select r.value from billing.economic_rate r where r.kind = 'discountRate' and r.valid_from <= ${on}
        order by r.valid_from desc limit 1) as "discountRate"
    from billing.account a
    left join lateral (
      select * from billing.entity_contract c where c.account_number = a.account_number and c.valid_from <= ${on}
      order by c.valid_from desc limit 1) k on true
    left join billing.distribution_operator o on o.operator_code = k.operator_code
    left join lateral (
      select sum(side.sign * e.amount_kopiykas) filter (where side.name = 'receivable') as receivable,
        sum(side.sign * e.amount_kopiykas) filter (where side.name = 'inTransit') as in_transit,
        sum(side.sign * e.amount_kopiykas) filter (where side.name = 'actReceivable') as acts,
        sum(side.sign * e.amount_kopiykas) filter (where side.name = 'reactiveReceivable') as reactive,
        -sum(side.sign * e.amount_kopiykas) filter (where side.name = 'receivable' and e.payment_id is not null
          and e.posted_at >= ${instantToIso(kyivMidnight(month))}::timestamptz) as paid
      from billing.ledger_entry e
      cross join lateral (values (e.debit_account, 1), (e.credit_account, -1)) as side (name, sign)
      where e.account_number = a.account_number and e.posted_at < ${moment}::timestamptz
    ) book on true
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}
type State = NonNullable<Awaited<ReturnType<typeof findState>>>;

/**
 * ENTITY_BALANCE: the ledger at the end of a day, one figure for each kind of debt (product.md §6). The cost of lateness is computed
 * for the unpaid part of each overdue invoice by the rates published until that day; nothing of it is posted.
 */
export const handleEntityBalance = handleModule(
  ENTITY_BALANCE,
  ({ db, clock }) =>
    async ({ accountNumber, on: asked }) => {
      const on = asked === undefined ? kyivDateOf(clock.now()) : localDate(asked);
      const before = kyivMidnight(addDays(on, 1));
      const [state, events] = await Promise.all([
        findState(db, accountNumber, on, before),
        listDebtEventsBefore(db, accountNumber, before),
      ]);
      if (state === undefined) return refuse('common.notFound');
      const late = lateInvoices(state, allocateAccount(events).open, on);
      const total = (part: keyof Omit<LatePayment, 'days'>) =>
        moneyToWire(sumMoney(late.map(({ cost }) => cost[part])));
      return answer({
        on,
        energy: { ...sidesOf(state.receivable), inTransit: moneyToWire(state.inTransit) },
        reactive:
          state.reactive === null ? null : { ...sidesOf(state.reactive), payee: state.operator ?? '' },
        acts: moneyToWire(state.acts),
        advances: advancesOf(state, periodOf(on)),
        late: late.map(({ invoice, debt, cost }) => ({
          period: invoice.period,
          invoiceNumber: invoice.number,
          dueOn: invoice.dueOn,
          debt: moneyToWire(debt),
          days: cost.days,
          threePercent: moneyToWire(cost.threePercent),
          inflation: moneyToWire(cost.inflation),
          penalty: moneyToWire(cost.penalty),
        })),
        lateTotals: {
          threePercent: total('threePercent'),
          inflation: total('inflation'),
          penalty: total('penalty'),
        },
      });
    },
);

function sidesOf(balance: Kopiykas) {
  const isDebt = balance > zeroMoney;
  return {
    debt: moneyToWire(isDebt ? balance : zeroMoney),
    overpaid: moneyToWire(isDebt ? zeroMoney : negateMoney(balance)),
  };
}

function advancesOf({ planned, paid }: State, period: BillingPeriod): EntityBalanceData['advances'] {
  const [first] = planned;
  if (first === undefined) return null;
  const sums = planned.map(({ amount }) => kopiykas(amount));
  return {
    period,
    parts: planned.map(({ partNumber, dueOn, amount }) => ({
      partNumber,
      dueOn,
      sum: moneyToWire(kopiykas(amount)),
    })),
    planned: moneyToWire(sumMoney(sums)),
    volume: first.volume,
    paid: moneyToWire(paid),
  };
}

/** Invoices whose due day is over, with what of them is owed, the oldest first. */
function lateInvoices(
  { invoices, latePercent, penaltyTimes, inflation, discountRate }: State,
  open: ReturnType<typeof allocateAccount>['open'],
  on: LocalDate,
) {
  const byPeriod = new Map(invoices.map((invoice) => [invoice.period, invoice]));
  return open.flatMap(({ period, amount: debt }) => {
    const invoice = byPeriod.get(period);
    if (invoice === undefined || invoice.dueOn >= on || latePercent === null) return [];
    const cost = latePayment({
      debt,
      dueOn: invoice.dueOn,
      // The day itself is a day of lateness.
      paidOn: addDays(on, 1),
      annualPercentHundredths: latePercent,
      inflation: new Map(Object.entries(inflation) as [BillingPeriod, number][]),
      penalty:
        penaltyTimes === null || penaltyTimes === 0 || discountRate === null
          ? null
          : { ratePercentHundredths: discountRate, times: penaltyTimes },
    });
    return [{ invoice, debt, cost }];
  });
}
