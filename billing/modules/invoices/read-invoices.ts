import { type RawBuilder, sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import type { InvoiceLine, InvoiceParty, InvoiceQuantity, InvoiceSummary } from '#contract/values/invoice.ts';
import type { PlannedVolume } from '#domain/invoices/planned-payments.ts';
import type { Kopiykas } from '#domain/money.ts';
import type { Price } from '#domain/price.ts';
import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import {
  bool,
  date,
  float8,
  int4,
  int8,
  json,
  nullable,
  type RowOf,
  text,
  typedSql,
} from '#platform/database/typed-sql.ts';

type Payee = InvoiceSummary['payee'];

/** The invoice of a payee and month; newest first, that of the supplier before that of the operator. */
export interface InvoicePlace {
  readonly period: BillingPeriod;
  readonly payee: Payee;
}

const summaryColumns = {
  period: text<BillingPeriod>(),
  payee: text<Payee>(),
  operatorName: text(),
  number: text(),
  actNumber: text(),
  issuedOn: date<LocalDate>(),
  dueOn: date<LocalDate>(),
  quantity: float8(),
  net: int8<Kopiykas>(),
  vat: int8<Kopiykas>(),
  gross: int8<Kopiykas>(),
  /** Of the later invoices of the operator: what is owed to it settles the oldest first. */
  grossAfter: int8<Kopiykas>(),
};
export type InvoiceSummaryRow = RowOf<typeof summaryColumns>;

const summaryList = sql`i.period, i.payee, coalesce(o.name, '') as "operatorName", i.invoice_number as number,
  i.act_number as "actNumber", i.issued_on as "issuedOn", i.due_on as "dueOn", i.quantity::float8 as quantity,
  i.net_kopiykas as net, i.vat_kopiykas as vat, i.gross_kopiykas as gross,
  (select coalesce(sum(later.gross_kopiykas), 0)::bigint from billing.invoice later
    where later.account_number = i.account_number and later.payee = 'operator' and later.period > i.period)
    as "grossAfter"`;

/** SQL of the contract `v` and the operator `o` on the last day of the period of the invoice `i`. */
const contractJoin = sql`
  left join lateral (
    select * from billing.entity_contract c
    where c.account_number = i.account_number
      and c.valid_from < ((i.period || '-01')::date + interval '1 month')::date
    order by c.valid_from desc limit 1
  ) v on true
  left join billing.distribution_operator o on o.operator_code = v.operator_code`;

/** The supplier's acts of these accounts whose contracts exchange documents with signatures, oldest first. */
export async function listActsToSign(db: BillingDatabase, accountNumbers: readonly string[]) {
  const { rows } = await typedSql({
    accountNumber: text(),
    period: text<BillingPeriod>(),
    issuedOn: date<LocalDate>(),
    silentAcceptanceDays: nullable(int4()),
  })`
    select i.account_number as "accountNumber", i.period, i.issued_on as "issuedOn",
      v.silent_acceptance_days::integer as "silentAcceptanceDays"
    from billing.invoice i ${contractJoin}
    where i.account_number = any(${[...accountNumbers]}::text[]) and i.payee = 'supplier'
      and v.document_exchange = 'signature'
    order by i.period, i.account_number`.execute(db);
  return rows;
}

interface InvoiceFilter {
  readonly accountNumber: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** All invoices of a filter, newest first: two a month, so that totals and pages are of one reading. */
export async function listInvoices(
  db: BillingDatabase,
  { accountNumber, from = '', to = '9999-12' }: InvoiceFilter,
): Promise<readonly InvoiceSummaryRow[]> {
  const { rows } = await typedSql(summaryColumns)`
    select ${summaryList} from billing.invoice i ${contractJoin}
    where i.account_number = ${accountNumber} and i.period between ${from} and ${to}
    order by i.period desc, i.payee desc`.execute(db);
  return rows;
}

const reactiveSign = sql`case when e.debit_account = 'reactiveReceivable' then 1 else -1 end`;

/** Debt (+) or overpayment (−) to the operator for reactive energy. */
export async function findReactiveBalance(db: BillingDatabase, accountNumber: string): Promise<Kopiykas> {
  const { rows } = await typedSql({ balance: int8<Kopiykas>() })`
    select coalesce(sum(${reactiveSign} * e.amount_kopiykas), 0)::bigint as balance from billing.ledger_entry e
    where e.account_number = ${accountNumber} and 'reactiveReceivable' in (e.debit_account, e.credit_account)`.execute(
    db,
  );
  return rows[0]?.balance ?? (0n as Kopiykas);
}

const headColumns = {
  ...summaryColumns,
  priceBase: text<'net' | 'gross'>(),
  adjustmentNet: int8<Kopiykas>(),
  contractNumber: text(),
  contractDate: date<LocalDate>(),
  customer: json<InvoiceParty>(),
  operator: nullable(json<InvoiceParty>()),
  opening: int8<Kopiykas>(),
  paid: int8<Kopiykas>(),
  otherChanges: int8<Kopiykas>(),
};
export type InvoiceRow = RowOf<typeof headColumns>;

/** A sum of the ledger account of reactive energy. */
function reactiveSum(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((select sum(${reactiveSign} * e.amount_kopiykas) from billing.ledger_entry e
    where e.account_number = i.account_number and 'reactiveReceivable' in (e.debit_account, e.credit_account)
      and ${condition}), 0)::bigint`;
}

/** The invoice with parties, contract and balance as they were at the end of its period; undefined: there is none. */
export async function findInvoice(
  db: BillingDatabase,
  accountNumber: string,
  { period, payee }: InvoicePlace,
): Promise<InvoiceRow | undefined> {
  const lastDay = addDays(firstDayAfter(period), -1);
  const { rows } = await typedSql(headColumns)`
    select ${summaryList}, i.price_base as "priceBase", i.adjustment_net_kopiykas as "adjustmentNet",
      coalesce(v.contract_number, a.contract_number) as "contractNumber",
      coalesce(v.signed_on, a.contract_date) as "contractDate",
      jsonb_build_object('name', ${customerNameText}, 'edrpou', coalesce(c.tax_code, ''),
        'vatNumber', coalesce(n.vat_number, ''),
        'address', coalesce(nullif(n.legal_address, ''), ${addressText}, ''), 'iban', coalesce(n.iban, ''),
        'bank', coalesce(n.bank_name, ''), 'phone', coalesce(c.phone, ''), 'signerName', coalesce(n.signer_name, ''),
        'signerPost', coalesce(n.signer_post, ''), 'signerGround', coalesce(n.signer_ground, '')) as customer,
      case when o.operator_code is not null then jsonb_build_object('name', o.name, 'edrpou', o.edrpou, 'vatNumber', '',
        'address', '', 'iban', o.iban, 'bank', o.bank_name, 'phone', o.phone, 'signerName', '', 'signerPost', '',
        'signerGround', '') end as operator,
      case i.payee when 'supplier' then coalesce(b.opening_kopiykas, 0)
        else ${reactiveSum(sql`e.period < i.period`)} end as opening,
      case i.payee when 'supplier' then coalesce(b.paid_kopiykas, 0)
        else -${reactiveSum(sql`e.period = i.period and e.kind = 'reactivePayment'`)} end as paid,
      case i.payee when 'supplier'
        then coalesce(b.recalculated_kopiykas + b.benefit_kopiykas + b.corrected_kopiykas, 0)
        else ${reactiveSum(sql`e.period = i.period and e.kind not in ('reactive', 'reactivePayment')`)} end
        as "otherChanges"
    from billing.invoice i
    join billing.account a using (account_number)
    join billing.customer c on c.customer_id = ${holderOn(lastDay)}
    left join billing.company_information n on n.customer_id = c.customer_id
    left join billing.premises p on p.account_number = a.account_number
    left join billing.bill b on b.account_number = i.account_number and b.period = i.period
    ${contractJoin}
    where i.account_number = ${accountNumber} and i.period = ${period} and i.payee = ${payee}`.execute(db);
  return rows[0];
}

/** "Shop 2" stands before "Shop 10". */
const byName = new Intl.Collator('uk', { numeric: true });

/** What the month counted at each point with its meters, in the order of the objects; one statement for all points. */
export async function listInvoiceQuantities(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<readonly InvoiceQuantity[]> {
  const first = firstDay(period);
  const next = firstDayAfter(period);
  const { rows } = await typedSql<InvoiceQuantity>({
    eic: text(),
    object: text(),
    address: text(),
    costCentre: text(),
    voltageClass: nullable(int4()),
    meteredKwh: float8(),
    lossKwh: float8(),
    subLossKwh: float8(),
    subKwh: float8(),
    billedKwh: float8(),
    reactiveImportKvarh: float8(),
    reactiveExportKvarh: float8(),
    isHeld: bool(),
    meters: json(),
  })`
    with registers as (
      select m.eic_code, m.installed_on, m.serial_number, c.zone as register, m.digit_capacity, m.coefficient,
        c.opening_value as previous_value, c.closing_value as current_value, c.energy_wh / 1000 as quantity,
        c.basis, c.average_ground, c.is_review_pending
      from billing.consumption c join billing.meter m using (account_number, meter_id)
      where c.account_number = ${accountNumber} and c.period = ${period}
      union all
      select m.eic_code, m.installed_on, m.serial_number, h.channel, m.digit_capacity, m.coefficient, v.previous_value,
        v.current_value, mod(v.current_value - v.previous_value + (10 ^ m.digit_capacity)::bigint,
          (10 ^ m.digit_capacity)::bigint) * m.coefficient, null, null, false
      from billing.meter_channel h join billing.meter m using (account_number, meter_id)
      cross join lateral (
        select coalesce((select r.value from billing.channel_reading r
            where r.account_number = h.account_number and r.meter_id = h.meter_id and r.channel = h.channel
              and r.period < ${period} order by r.period desc limit 1), h.installed_value) as previous_value,
          case when m.removed_on <= ${next}::date then h.removed_value else (select r.value from billing.channel_reading r
            where r.account_number = h.account_number and r.meter_id = h.meter_id and r.channel = h.channel
              and r.period = ${period}) end as current_value
      ) v
      where h.account_number = ${accountNumber} and m.installed_on < ${next}::date
        and (m.removed_on is null or m.removed_on > ${first}::date)
    ),
    dials as materialized (
      select r.eic_code, jsonb_agg(jsonb_build_object('serialNumber', r.serial_number, 'register', r.register,
          'digitCapacity', r.digit_capacity, 'coefficient', r.coefficient, 'previousValue', r.previous_value,
          'currentValue', r.current_value, 'quantity', r.quantity,
          'basis', r.basis, 'ground', r.average_ground, 'isReviewPending', r.is_review_pending)
        order by r.installed_on, r.serial_number, array_position(array['single', 'day', 'peak', 'halfPeak', 'night',
          'export', 'reactiveImport', 'reactiveExport'], r.register)) as meters
      from registers r group by r.eic_code
    )
    select q.eic_code as eic, coalesce(v.object_name, '') as object,
      coalesce(nullif(v.address, ''), ${addressText}, '') as address, coalesce(v.cost_centre, '') as "costCentre",
      v.voltage_class::integer as "voltageClass", q.metered_kwh::float8 as "meteredKwh", q.loss_kwh::float8 as "lossKwh",
      q.sub_loss_kwh::float8 as "subLossKwh", q.sub_kwh::float8 as "subKwh", q.billed_kwh::float8 as "billedKwh",
      q.reactive_import_kvarh::float8 as "reactiveImportKvarh",
      q.reactive_export_kvarh::float8 as "reactiveExportKvarh", q.is_held as "isHeld",
      coalesce(d.meters, '[]') as meters
    from billing.invoice_quantity q
    left join dials d on d.eic_code = q.eic_code
    left join billing.premises p on p.account_number = q.account_number
    left join lateral (
      select * from billing.contract_point c
      where c.account_number = q.account_number and c.eic_code = q.eic_code and c.valid_from < ${next}::date
      order by c.valid_from desc limit 1
    ) v on true
    where q.account_number = ${accountNumber} and q.period = ${period}`.execute(db);
  return rows.toSorted(
    (one, other) => byName.compare(one.object, other.object) || byName.compare(one.eic, other.eic),
  );
}

export interface InvoiceLineRow extends Omit<InvoiceLine, 'price' | 'sum' | 'equivalent'> {
  readonly price: Price;
  /** Millionths of a kWh for a kvarh. */
  readonly equivalent: number | null;
  readonly sum: Kopiykas;
}

/** In the order of the invoice. */
export async function listInvoiceLines(
  db: BillingDatabase,
  accountNumber: string,
  { period, payee }: InvoicePlace,
): Promise<readonly InvoiceLineRow[]> {
  const { rows } = await typedSql<InvoiceLineRow>({
    number: int4(),
    kind: text(),
    eic: text(),
    component: text(),
    forPeriod: text(),
    quantity: float8(),
    price: int8(),
    priceFrom: nullable(date()),
    source: text(),
    equivalent: nullable(int4()),
    sum: int8(),
  })`
    select line_number as number, kind, eic_code as eic, component, for_period as "forPeriod",
      quantity::float8 as quantity, price_micro as price, price_from as "priceFrom", source, equivalent_micro as equivalent,
      amount_kopiykas as sum
    from billing.invoice_line
    where account_number = ${accountNumber} and period = ${period} and payee = ${payee}
    order by line_number`.execute(db);
  return rows;
}

export interface PlannedPaymentRow {
  readonly period: BillingPeriod;
  readonly part: number;
  readonly dueOn: LocalDate;
  readonly amount: Kopiykas;
  /** null: a share of the sum of the month before. */
  readonly volume: PlannedVolume | null;
}

/** What is to be paid in advance for a month, by parts; [] when the contract plans nothing. */
export async function listPlannedPayments(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<readonly PlannedPaymentRow[]> {
  const { rows } = await typedSql<PlannedPaymentRow>({
    period: text(),
    part: int4(),
    dueOn: date(),
    amount: int8(),
    volume: nullable(json()),
  })`
    select period, part_number::integer as part, due_on as "dueOn", amount_kopiykas as amount,
      case when declared_kwh is not null
        then jsonb_build_object('declaredKwh', declared_kwh, 'undeclaredKwh', undeclared_kwh) end as volume
    from billing.planned_payment where account_number = ${accountNumber} and period = ${period}
    order by part_number`.execute(db);
  return rows;
}
