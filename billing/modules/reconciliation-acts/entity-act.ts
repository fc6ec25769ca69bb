import { answer, refuse } from '#billing/api/define-module.ts';
import { ENTITY_ACT_GET, ENTITY_ACT_PDF } from '#billing/api/reconciliation-acts.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import type { ActLedger, EntityAct } from '#contract/values/reconciliation-act.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { closingOf, turnoverOf } from '#domain/documents/match-reconciliation.ts';
import {
  addMoney,
  type Kopiykas,
  moneyFromWire,
  moneyToWire,
  negateMoney,
  subtractMoney,
  zeroMoney,
} from '#domain/money.ts';
import { type BillingPeriod, billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import {
  date,
  int8,
  json,
  nullable,
  type RowOf,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { createEntityActDocument } from './document/entity-act-document.ts';
import { entryName } from './document/text.ts';
import { ledgerAccounts } from './get-reconciliation.ts';

const drawEntityAct = drawnByWorker<typeof createEntityActDocument>(
  new URL('./document/entity-act-document.ts', import.meta.url).href,
  'createEntityActDocument',
);

const partyColumns = {
  customer: json<EntityAct['customer']>(),
  operator: nullable(json<EntityAct['seller']>()),
  contractNumber: text(),
  contractDate: date<LocalDate>(),
};

/** The company of an account on a day with its signer, contract and operator; undefined: no such account. */
async function findParties(
  db: BillingDatabase,
  accountNumber: string,
  day: LocalDate,
): Promise<RowOf<typeof partyColumns> | undefined> {
  const { rows } = await typedSql(partyColumns)`
    select jsonb_build_object('name', ${customerNameText}, 'edrpou', coalesce(c.tax_code, ''),
        'address', coalesce(nullif(n.legal_address, ''), ${addressText}, ''), 'iban', coalesce(n.iban, ''),
        'signerName', coalesce(n.signer_name, ''), 'signerPost', coalesce(n.signer_post, ''),
        'signerGround', coalesce(n.signer_ground, '')) as customer,
      case when o.operator_code is not null then jsonb_build_object('name', o.name, 'edrpou', o.edrpou, 'address', '',
        'iban', o.iban, 'signerName', '', 'signerPost', '', 'signerGround', '') end as operator,
      coalesce(v.contract_number, a.contract_number) as "contractNumber",
      coalesce(v.signed_on, a.contract_date) as "contractDate"
    from billing.account a
    join billing.customer c on c.customer_id = ${holderOn(day)}
    left join billing.company_information n on n.customer_id = c.customer_id
    left join billing.premises p on p.account_number = a.account_number
    left join lateral (
      select * from billing.entity_contract e
      where e.account_number = a.account_number and e.valid_from <= ${day}::date
      order by e.valid_from desc limit 1
    ) v on true
    left join billing.distribution_operator o on o.operator_code = v.operator_code
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

const entryColumns = {
  period: text<BillingPeriod>(),
  kind: text<
    | 'opening'
    | 'charge'
    | 'recalculation'
    | 'benefit'
    | 'correction'
    | 'compensation'
    | 'payment'
    | 'reversal'
    | 'act'
    | 'reactive'
    | 'reactivePayment'
  >(),
  postedAt: timestamptz<Instant>(),
  /** By which both parties name the document. */
  number: nullable(text()),
  /** Positive: raises the debt. */
  signed: int8<Kopiykas>(),
  isBefore: nullable(text()),
};
export type EntityEntry = RowOf<typeof entryColumns>;

/**
 * Entries of a ledger up to the last month, in booking order. A balance that was loaded with the first month is part of the
 * opening one, as on the invoice.
 */
async function listEntries(
  db: BillingDatabase,
  accountNumber: string,
  ledger: ActLedger,
  { from, to }: { readonly from: BillingPeriod; readonly to: BillingPeriod },
): Promise<readonly EntityEntry[]> {
  const owed = ledgerAccounts[ledger];
  const { rows } = await typedSql(entryColumns)`
    with entries as (
      select e.*, case e.debit_account when ${owed} then e.amount_kopiykas else -e.amount_kopiykas end as signed,
        e.period < ${from} or (e.period = ${from} and e.kind = 'opening') as is_before
      from billing.ledger_entry e
      where e.account_number = ${accountNumber} and ${owed} in (e.debit_account, e.credit_account) and e.period <= ${to}
    )
    select ${from}::text as period, 'opening'::text as kind, now() as "postedAt", null::text as number,
      coalesce(sum(signed), 0)::bigint as signed, 'opening'::text as "isBefore"
    from entries where is_before
    union all
    select * from (
      select e.period::text, case when 'benefit' in (e.debit_account, e.credit_account) then 'benefit' else e.kind end,
        e.posted_at, case
          when e.kind in ('charge', 'reactive') then i.invoice_number
          when e.kind = 'act' then e.act_number
          when e.payment_id is not null then coalesce(p.provider_reference, p.order_id) end,
        e.signed, null
      from entries e
      left join billing.invoice i on i.account_number = e.account_number and i.period = e.period
        and i.payee = case e.kind when 'reactive' then 'operator' else 'supplier' end
      left join billing.payment p on p.account_number = e.account_number and p.payment_id = e.payment_id
      where not e.is_before
      order by e.period, e.posted_at, e.entry_id
    ) listed`.execute(db);
  return rows;
}

/** A charge is dated on the last day of its month, whenever it was made; money on the day of booking. */
function dateOf({ kind, period, postedAt }: EntityEntry): LocalDate {
  if (kind === 'opening') return firstDay(period);
  const isOfMonth = ['charge', 'recalculation', 'benefit', 'reactive'].includes(kind);
  return isOfMonth ? addDays(firstDayAfter(period), -1) : kyivDateOf(postedAt);
}

/** ENTITY_ACT_GET: a view of one ledger, so it agrees with the invoices at both ends (facts of entities §5). */
export const handleEntityActGet = handleModule(
  ENTITY_ACT_GET,
  ({ db }) =>
    async ({ accountNumber, ledger, from, to, madeOn }) => {
      const months = { from: billingPeriod(from), to: billingPeriod(to) };
      const [supplier, parties, listed] = await Promise.all([
        cachedSupplier(db),
        findParties(db, accountNumber, addDays(firstDayAfter(months.to), -1)),
        listEntries(db, accountNumber, ledger, months),
      ]);
      if (supplier === undefined || parties === undefined) return refuse('common.notFound');
      const { name, edrpou, address, iban } = supplier;
      const nobody = { signerName: '', signerPost: '', signerGround: '' };
      const opening = listed.find(({ isBefore }) => isBefore !== null)?.signed ?? zeroMoney;
      const entries = listed
        .filter(({ isBefore }) => isBefore === null)
        .map((entry) => ({
          date: dateOf(entry),
          document: entryName(entry),
          number: entry.number,
          signed: entry.signed,
        }))
        .toSorted((one, other) => one.date.localeCompare(other.date));
      const turnover = turnoverOf(entries);
      return answer({
        act: {
          ledger,
          account: accountNumber,
          ...months,
          madeOn,
          contractNumber: parties.contractNumber,
          contractDate: parties.contractDate,
          seller:
            ledger === 'reactive' && parties.operator !== null
              ? parties.operator
              : { name, edrpou, address, iban, ...nobody },
          customer: parties.customer,
          opening: moneyToWire(opening),
          rows: entries.map(({ signed, ...row }) => ({
            ...row,
            debit: moneyToWire(signed > zeroMoney ? signed : zeroMoney),
            credit: moneyToWire(signed < zeroMoney ? negateMoney(signed) : zeroMoney),
          })),
          turnover: { debit: moneyToWire(turnover.debit), credit: moneyToWire(turnover.credit) },
          closing: moneyToWire(closingOf({ opening, entries })),
        },
      });
    },
);

const fileNames = {
  energy: 'reconciliation',
  reactive: 'reactiveAct',
  violationActs: 'violationsAct',
} as const;

/** ENTITY_ACT_PDF: throws when the sums of the act don't add up. */
export const handleEntityActPdf = handleModule(ENTITY_ACT_PDF, () => async ({ accountNumber, act }) => {
  const { opening, turnover, closing, ledger, from, to } = act;
  const counted = subtractMoney(
    addMoney(moneyFromWire(opening), moneyFromWire(turnover.debit)),
    moneyFromWire(turnover.credit),
  );
  if (counted !== moneyFromWire(closing)) throw new Error('the sums of the act do not add up');
  const document = await drawEntityAct(act);
  return answer({
    fileName: `${fileNameOf(fileNames[ledger], accountNumber, from, to)}.pdf`,
    content: document.toString('base64'),
  });
});
