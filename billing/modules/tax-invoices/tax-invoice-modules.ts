import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import { TAX_INVOICE_FILE, TAX_INVOICE_LIST } from '#billing/api/tax-invoices.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { addressText, customerNameText, holderOn } from '#billing/modules/accounts/public.ts';
import { cachedSupplier } from '#billing/modules/supplier/public.ts';
import type { TaxInvoice } from '#contract/values/tax-invoice.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { addMoney, type Kopiykas, moneyToWire } from '#domain/money.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { date, float8, int8, nullable, type RowOf, text, typedSql } from '#platform/database/typed-sql.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { createTaxInvoiceDocument } from './document/tax-invoice-document.ts';
import { taxInvoiceXml } from './document/tax-invoice-xml.template.ts';

const drawTaxInvoice = drawnByWorker<typeof createTaxInvoiceDocument>(
  new URL('./document/tax-invoice-document.ts', import.meta.url).href,
  'createTaxInvoiceDocument',
);

const taxInvoiceColumns = {
  number: text(),
  issuedOn: date<LocalDate>(),
  period: text(),
  kind: text<TaxInvoice['kind']>(),
  adjustedNumber: nullable(text()),
  adjustedOn: nullable(date<LocalDate>()),
  reason: text(),
  quantityKwh: float8(),
  net: int8<Kopiykas>(),
  vat: int8<Kopiykas>(),
  registration: text<TaxInvoice['registration']>(),
  registrationNumber: nullable(text()),
  registeredOn: nullable(date<LocalDate>()),
};

function toTaxInvoice(row: RowOf<typeof taxInvoiceColumns>): TaxInvoice {
  const { adjustedNumber, adjustedOn, net, vat, ...same } = row;
  return {
    ...same,
    adjusts:
      adjustedNumber === null || adjustedOn === null
        ? null
        : { number: adjustedNumber, issuedOn: adjustedOn },
    net: moneyToWire(net),
    vat: moneyToWire(vat),
    gross: moneyToWire(addMoney(net, vat)),
  };
}

interface TaxInvoiceFilter {
  readonly accountNumber: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** One of them. */
  readonly number?: string;
  readonly issuedOn?: string;
}

/** Newest first, an adjustment before what it changes. */
async function listTaxInvoices(
  db: BillingDatabase,
  { accountNumber, from = '', to = '9999-12', number, issuedOn }: TaxInvoiceFilter,
): Promise<TaxInvoice[]> {
  const { rows } = await typedSql(taxInvoiceColumns)`
    select tax_invoice_number as number, issued_on as "issuedOn", period, kind, adjusted_number as "adjustedNumber",
      adjusted_on as "adjustedOn", adjustment_reason as reason, quantity_kwh::float8 as "quantityKwh",
      net_kopiykas as net, vat_kopiykas as vat, registration_state as registration,
      registration_number as "registrationNumber", registered_on as "registeredOn"
    from billing.tax_invoice
    where account_number = ${accountNumber} and period between ${from} and ${to}
      and (${number ?? null}::text is null or tax_invoice_number = ${number ?? null}
        and issued_on = ${issuedOn ?? null}::date)
    order by issued_on desc, tax_invoice_number desc`.execute(db);
  return rows.map(toTaxInvoice);
}

const buyerColumns = {
  name: text(),
  edrpou: text(),
  vatNumber: text(),
  address: text(),
  contractNumber: text(),
  contractDate: date<LocalDate>(),
};
type Buyer = RowOf<typeof buyerColumns>;

/** The company of an account on a day with its contract; undefined: no such account. */
async function findBuyer(
  db: BillingDatabase,
  accountNumber: string,
  day: LocalDate,
): Promise<Buyer | undefined> {
  const { rows } = await typedSql(buyerColumns)`
    select ${customerNameText} as name, coalesce(c.tax_code, '') as edrpou, coalesce(n.vat_number, '') as "vatNumber",
      coalesce(nullif(n.legal_address, ''), ${addressText}, '') as address,
      coalesce(v.contract_number, a.contract_number) as "contractNumber",
      coalesce(v.signed_on, a.contract_date) as "contractDate"
    from billing.account a
    join billing.customer c on c.customer_id = ${holderOn(day)}
    left join billing.company_information n on n.customer_id = c.customer_id
    left join billing.premises p on p.account_number = a.account_number
    left join lateral (
      select contract_number, signed_on from billing.entity_contract e
      where e.account_number = a.account_number and e.valid_from <= ${sql.val(day)}::date
      order by e.valid_from desc limit 1
    ) v on true
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** TAX_INVOICE_LIST: what the accounting program of the supplier told (facts of entities §2). */
export const handleTaxInvoiceList = handleModule(
  TAX_INVOICE_LIST,
  ({ db }) =>
    async (filter) =>
      answer({ taxInvoices: await listTaxInvoices(db, filter) }),
);

/** TAX_INVOICE_FILE: refuses common.notFound for a tax invoice of another account. */
export const handleTaxInvoiceFile = handleModule(
  TAX_INVOICE_FILE,
  ({ db }) =>
    async ({ accountNumber, number, issuedOn, format }) => {
      const [[taxInvoice], supplier, buyer] = await Promise.all([
        listTaxInvoices(db, { accountNumber, number, issuedOn }),
        cachedSupplier(db),
        findBuyer(db, accountNumber, issuedOn as LocalDate),
      ]);
      if (taxInvoice === undefined || supplier === undefined || buyer === undefined)
        return refuse('common.notFound');
      const { name, edrpou, address } = supplier;
      const papers = { taxInvoice, seller: { name, edrpou, address }, buyer };
      const content =
        format === 'pdf' ? await drawTaxInvoice(papers) : Buffer.from(taxInvoiceXml(papers), 'utf8');
      const fileName = fileNameOf('taxInvoice', number, issuedOn).replace(/[\\/:*?"<>|]/g, '-');
      return answer({ fileName: `${fileName}.${format}`, content: content.toString('base64') });
    },
);
