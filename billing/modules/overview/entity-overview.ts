import { sql } from 'kysely';
import { ENTITY_OVERVIEW } from '#billing/api/accounts.ts';
import { answer, type ModuleOutput } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listDueNow } from '#billing/modules/ledger/public.ts';
import { settleByAdvance } from '#domain/invoices/planned-payments.ts';
import type { DueNow } from '#domain/ledger/due-now.ts';
import {
  type Kopiykas,
  kopiykas,
  moneyToWire,
  smallerMoney,
  subtractMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { int4, int8, json, text, typedSql } from '#platform/database/typed-sql.ts';

type Due = Omit<ModuleOutput<typeof ENTITY_OVERVIEW>['dues'][number], 'accountNumber'>;

/** A sum with the last day of paying it, kopiykas as text. */
interface AskedSum {
  readonly period: BillingPeriod;
  readonly dueOn: LocalDate;
  readonly sum: string;
}

interface AccountFacts {
  readonly accountNumber: string;
  readonly points: number;
  /** Debt for reactive energy, overpayment below zero. */
  readonly reactive: Kopiykas;
  /** Invoices of reactive energy, the newest first. */
  readonly reactiveInvoices: readonly AskedSum[];
  /** Planned payments of months that are not charged yet, the earliest first. */
  readonly planned: readonly AskedSum[];
}

/** What the accounts have beside their balance, in one statement. */
async function listAccountFacts(
  db: BillingDatabase,
  accountNumbers: readonly string[],
): Promise<readonly AccountFacts[]> {
  const { rows } = await typedSql<AccountFacts>({
    accountNumber: text(),
    points: int4(),
    reactive: int8(),
    reactiveInvoices: json(),
    planned: json(),
  })`
    select a.account_number as "accountNumber",
      (select count(*)::int from billing.metering_point p where p.account_number = a.account_number) as points,
      (select coalesce(sum(case when 'reactiveReceivable' = e.debit_account then e.amount_kopiykas
          else -e.amount_kopiykas end), 0)::bigint
        from billing.ledger_entry e where e.account_number = a.account_number
          and 'reactiveReceivable' in (e.debit_account, e.credit_account)) as reactive,
      (select coalesce(jsonb_agg(jsonb_build_object('period', i.period, 'dueOn', i.due_on,
          'sum', i.gross_kopiykas::text) order by i.period desc), '[]')
        from billing.invoice i where i.account_number = a.account_number and i.payee = 'operator') as "reactiveInvoices",
      (select coalesce(jsonb_agg(jsonb_build_object('period', p.period, 'dueOn', p.due_on,
          'sum', p.amount_kopiykas::text) order by p.due_on, p.part_number), '[]')
        from billing.planned_payment p where p.account_number = a.account_number and not exists (
          select from billing.bill b where b.account_number = a.account_number and b.period >= p.period)) as planned
    from billing.account a
    where a.account_number = any(${sql.val([...accountNumbers])}::text[])
    order by a.account_number`.execute(db);
  return rows;
}

/** The unpaid sums among invoices, the newest first: a debt is that of the newest ones, because the oldest are paid first. */
function unpaidOf(
  debt: Kopiykas,
  asked: readonly AskedSum[],
): readonly (AskedSum & { readonly unpaid: Kopiykas })[] {
  let left = debt > zeroMoney ? debt : zeroMoney;
  return asked.map((one) => {
    const unpaid = smallerMoney(kopiykas(one.sum), left);
    left = subtractMoney(left, unpaid);
    return { ...one, unpaid };
  });
}

function duesOf({ reactive, reactiveInvoices, planned }: AccountFacts, due: DueNow): readonly Due[] {
  const asked = (kind: Due['kind'], sums: readonly (AskedSum & { readonly unpaid: Kopiykas })[]): Due[] =>
    sums
      .filter(({ unpaid }) => unpaid > zeroMoney)
      .map(({ period, dueOn, unpaid }) => ({ kind, period, dueOn, sum: moneyToWire(unpaid) }));
  return [
    // A month without a bill is not asked for yet.
    ...due.months.flatMap(({ bill, period, amount }): Due[] =>
      bill === null ? [] : [{ kind: 'energy', dueOn: bill.dueOn, sum: moneyToWire(amount), period }],
    ),
    ...asked('reactive', unpaidOf(reactive, reactiveInvoices)),
    ...asked(
      'planned',
      settleByAdvance(
        due.overpaid,
        planned.map((one) => ({ ...one, amount: kopiykas(one.sum) })),
      ),
    ),
    ...due.acts.map(
      ({ dueOn, amount }): Due => ({ kind: 'act', dueOn, sum: moneyToWire(amount), period: null }),
    ),
  ];
}

/** ENTITY_OVERVIEW: what the first page of a legal entity tells, in two statements for any number of accounts. */
export const handleEntityOverview = handleModule(
  ENTITY_OVERVIEW,
  ({ db, clock }) =>
    async ({ accountNumbers }) => {
      const [facts, dues] = await Promise.all([
        listAccountFacts(db, accountNumbers),
        listDueNow(db, accountNumbers, kyivDateOf(clock.now())),
      ]);
      const dueOf = new Map(dues.map((due) => [due.accountNumber, due]));
      const found = facts.flatMap((account) => {
        const due = dueOf.get(account.accountNumber);
        return due === undefined ? [] : [{ account, due }];
      });
      return answer({
        accounts: found.map(({ account: { accountNumber, points, reactive }, due }) => ({
          accountNumber,
          points,
          debt: moneyToWire(sumMoney([due.energy, due.forActs, ...(reactive > zeroMoney ? [reactive] : [])])),
        })),
        dues: found.flatMap(({ account, due }) =>
          duesOf(account, due).map((one) => ({ accountNumber: account.accountNumber, ...one })),
        ),
      });
    },
);
