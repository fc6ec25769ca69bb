import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { ACT_MANAGED_GET, ACT_MANAGED_LIST } from '#billing/api/violation-acts.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText, customerNameText } from '#billing/modules/accounts/public.ts';
import { partsOf, type StoredParts } from '#billing/modules/ledger/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import type { ActBasis, ListedAct, ManagedAct } from '#contract/values/managed-act.ts';
import type { ActState } from '#contract/values/violation-act.ts';
import { debtOf } from '#domain/ledger/due-now.ts';
import { addMoney, type Kopiykas, moneyToWire, zeroMoney } from '#domain/money.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { actActionsOf, droppingTakesTwo } from '#domain/violation-acts/act-states.ts';
import type { ActTerms } from '#domain/violation-acts/act-terms.ts';
import type { ViolationKind } from '#domain/violation-acts/violation-kinds.ts';
import { bool, date, int4, int8, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { actData, owedOf } from '../act-data.ts';
import { type ActRow, listActs } from '../act-facts-store.ts';
import type { ActKey } from '../act-store.ts';
import { listSteps, type StoredStep } from './step-store.ts';

const factColumns = {
  revision: int4(),
  kind: nullable(text<ViolationKind>()),
  place: text(),
  meterSerial: nullable(text()),
  found: text(),
  present: json<string[]>(),
  basis: nullable(json<ActBasis>()),
  customerName: text(),
  address: text(),
  payments: json<ManagedAct['payments']>(),
};

/** What staff see of an act beside what its customer sees; undefined: there is no such act. */
async function findFacts(db: BillingDatabase, { accountNumber, actNumber }: ActKey) {
  const { rows } = await typedSql(factColumns)`
    select v.revision, v.kind, v.place, v.meter_serial as "meterSerial", v.found, v.present, v.basis,
      ${customerNameText} as "customerName", coalesce(${addressText}, '') as address,
      coalesce((
        select jsonb_agg(jsonb_build_object('paymentId', p.payment_id, 'provider', p.provider,
          'sum', to_char(p.amount_kopiykas / 100.0, 'FM999999999999990.00'), 'state', p.state,
          'at', to_char(coalesce(p.confirmed_at, p.started_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by p.started_at desc, p.payment_id desc)
        from billing.payment p where p.account_number = v.account_number and p.act_number = v.act_number), '[]') as payments
    from billing.violation_act v
    join billing.account a on a.account_number = v.account_number
    join billing.customer c on c.customer_id = a.customer_id
    left join billing.premises p on p.account_number = v.account_number
    where v.account_number = ${accountNumber} and v.act_number = ${actNumber}`.execute(db);
  return rows[0];
}

/** An act as it stands, with what a step is decided by. */
export interface StandingAct {
  readonly row: ActRow;
  readonly facts: NonNullable<Awaited<ReturnType<typeof findFacts>>>;
  /** The newest first. */
  readonly steps: readonly StoredStep[];
  readonly terms: ActTerms;
  readonly today: LocalDate;
  /** In the ledger, not taken back. */
  readonly charged: Kopiykas;
}

/** Reads an act; undefined: there is none. */
export async function findStanding(
  db: BillingDatabase,
  key: ActKey,
  now: Instant,
): Promise<StandingAct | undefined> {
  const [row] = await listActs(db, key.accountNumber, key.actNumber);
  const facts = await findFacts(db, key);
  if (row === undefined || facts === undefined) return undefined;
  const steps = await listSteps(db, key);
  const { acts: terms } = await rulesAt(db, now);
  return { row, facts, steps, terms, today: kyivDateOf(now), charged: addMoney(row.debt, row.paid) };
}

/** What the state and the books of an act allow. */
export const standingOf = ({ row, charged }: Pick<StandingAct, 'row' | 'charged'>) => ({
  state: row.state,
  isCharged: charged !== zeroMoney,
  isOwing: row.debt > zeroMoney,
  isPaidFor: row.paid !== zeroMoney,
});

/** An act as staff see it; whoever asks sees which step is of their own. */
export function managedData(
  { accountNumber }: ActKey,
  standing: StandingAct,
  administratorId: string,
): ManagedAct {
  const { row, facts, steps, terms, today } = standing;
  const { customerName, address, payments, ...own } = facts;
  const books = standingOf(standing);
  return {
    ...{ account: accountNumber, customerName, address },
    ...actData(row, today),
    ...own,
    unpaid: moneyToWire(debtOf(row.debt)),
    can: steps.some(({ state }) => state === 'proposed') ? [] : [...actActionsOf(books)],
    cancelTakesTwo: droppingTakesTwo(books),
    steps: steps.map((step) => ({
      ...{ stepId: step.stepId, kind: step.kind, state: step.state, before: step.before, after: step.after },
      ...{ reason: step.reason, author: step.authorName, savedAt: instantToIso(step.savedAt) },
      decided:
        step.decidedAt === null
          ? null
          : {
              by: step.decidedByName ?? '',
              accountSince: step.decidedAccountSince && instantToIso(step.decidedAccountSince),
              at: instantToIso(step.decidedAt),
              reason: step.decidedReason ?? '',
            },
      isOwn: step.authorId === administratorId,
    })),
    payments,
    terms: { ...terms },
  };
}

/** What a transaction has left, read again for the answer. */
export async function readManaged(
  db: BillingDatabase,
  key: ActKey,
  { now, administratorId }: { readonly now: Instant; readonly administratorId: string },
) {
  const standing = await findStanding(db, key, now);
  if (standing === undefined) return refuse('common.notFound');
  return answer({ act: managedData(key, standing, administratorId) });
}

/** ACT_MANAGED_GET. */
export const handleActManagedGet = handleModule(
  ACT_MANAGED_GET,
  ({ db, clock }) =>
    ({ administratorId, ...key }) =>
      readManaged(db, key, { now: clock.now(), administratorId }),
);

/** ACT_MANAGED_LIST: by the day of drawing up, account and number, the newest first. */
export const handleActManagedList = handleModule(
  ACT_MANAGED_LIST,
  ({ db, clock }) =>
    async ({ state, isWaiting, accountNumber, actNumber, from, to, after, limit }) => {
      const today = kyivDateOf(clock.now());
      const { rows } = await typedSql({
        account: text(),
        customerName: text(),
        address: text(),
        actNumber: text(),
        drawnOn: date(),
        state: text<ActState>(),
        kind: nullable(text<ListedAct['kind'] & string>()),
        amount: int8<Kopiykas>(),
        debt: int8<Kopiykas>(),
        dueOn: nullable(date()),
        schedule: nullable(json<StoredParts & object>()),
        isWaiting: bool(),
      })`
        select v.account_number as account, ${customerNameText} as "customerName", coalesce(${addressText}, '') as address,
          v.act_number as "actNumber", v.drawn_on as "drawnOn", v.state, v.kind, v.amount_kopiykas as amount, (
            select coalesce(sum(case e.debit_account when 'actReceivable' then e.amount_kopiykas
              else -e.amount_kopiykas end), 0)::bigint
            from billing.ledger_entry e where e.account_number = v.account_number and e.act_number = v.act_number
              and 'actReceivable' in (e.debit_account, e.credit_account)) as debt, v.due_on as "dueOn",
          ${partsOf(sql`v`)} as schedule,
          exists (select from billing.act_step s where s.account_number = v.account_number
            and s.act_number = v.act_number and s.state = 'proposed') as "isWaiting"
        from (
          select * from billing.violation_act listed
          where (${state}::text is null or state = ${state})
            and (${accountNumber}::text is null or account_number = ${accountNumber})
            and (${actNumber}::text is null or upper(act_number) = upper(${actNumber}))
            and (${from}::date is null or drawn_on >= ${from}::date) and (${to}::date is null or drawn_on <= ${to}::date)
            and (not ${isWaiting}::boolean or exists (select from billing.act_step s
              where s.account_number = listed.account_number and s.act_number = listed.act_number
                and s.state = 'proposed'))
            and (${after?.drawnOn ?? null}::date is null or (drawn_on, account_number, act_number)
              < (${after?.drawnOn ?? null}::date, ${after?.accountNumber ?? null}::text, ${after?.actNumber ?? null}::text))
          order by drawn_on desc, account_number desc, act_number desc limit ${limit + 1}
        ) v
        join billing.account a on a.account_number = v.account_number
        join billing.customer c on c.customer_id = a.customer_id
        left join billing.premises p on p.account_number = v.account_number
        order by v.drawn_on desc, v.account_number desc, v.act_number desc`.execute(db);
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return answer({
        acts: shown.map(({ amount, debt, schedule, ...row }) => {
          const owed = owedOf({ state: row.state, debt, schedule }, today);
          const isLate = row.state === 'overdue' || (row.dueOn !== null && row.dueOn < today);
          return {
            ...row,
            sum: moneyToWire(amount),
            owed: moneyToWire(owed),
            isOverdue: owed > zeroMoney && isLate,
          };
        }),
        next: last ? { drawnOn: last.drawnOn, accountNumber: last.account, actNumber: last.actNumber } : null,
      });
    },
);
