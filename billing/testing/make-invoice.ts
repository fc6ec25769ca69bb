import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { fromKwh } from '#domain/energy.ts';
import { kopiykas, moneyFromWire, moneyToWire } from '#domain/money.ts';
import { priceFromText } from '#domain/price.ts';
import type { AccountHandle } from './make-account.ts';
import { makeCharge } from './make-money.ts';

/** A line of an invoice; what is missing is that of an ordinary line of energy. */
interface InvoiceLineFixture {
  readonly kind?: 'energy' | 'adjustment' | 'reactiveConsumed' | 'reactiveCompensation';
  readonly eic?: string;
  readonly component: string;
  readonly forPeriod?: string;
  readonly quantity: number;
  readonly price: string;
  readonly priceFrom?: string;
  readonly source?: string;
  /** Millionths of a kWh for a kvarh. */
  readonly equivalent?: number;
  readonly sum: string;
}

export interface InvoiceFixture {
  readonly period: string;
  readonly payee?: 'supplier' | 'operator';
  readonly priceBase?: 'net' | 'gross';
  readonly dueOn: string;
  readonly quantity: number;
  readonly net: string;
  readonly vat: string;
  readonly adjustmentNet?: string;
  readonly lines: readonly InvoiceLineFixture[];
  /** Metered, lost, taken by sub-consumers and billed; one point with the whole quantity by default. */
  readonly quantities?: readonly {
    readonly eic?: string;
    readonly meteredKwh: number;
    readonly lossKwh?: number;
    readonly subKwh?: number;
    readonly subLossKwh?: number;
    readonly billedKwh: number;
    readonly reactiveImportKvarh?: number;
    readonly reactiveExportKvarh?: number;
  }[];
}

/** Gives an account a contract with its operator, company data and a described point. */
export async function makeInvoicedContract(db: BillingDatabase, account: AccountHandle): Promise<void> {
  const { accountNumber, customerId, eicCode } = account;
  await sql`
    with operator as (
      insert into billing.distribution_operator (operator_code, name, edrpou, iban, bank_name, phone)
      values ('VOE', 'Operator of networks', '00130694', 'UA903052992990004149123456789', 'Operator bank', '0800217217')
      on conflict do nothing
    ), company as (
      insert into billing.company_information (customer_id, vat_number, legal_address, bank_name, iban, signer_name,
        signer_post, signer_ground)
      values (${customerId}, '412345619011', 'Vinnytsia, Soborna 1', 'Company bank', 'UA113052990000026038000123456',
        'Signer Name', 'Director', 'the statute')
    ), point as (
      insert into billing.contract_point (account_number, eic_code, valid_from, object_name, address, cost_centre,
        voltage_class)
      values (${accountNumber}, ${eicCode}, '2025-01-01', 'Shop 1', 'Vinnytsia, Soborna 2', 'CC-1', 2)
    )
    insert into billing.entity_contract (account_number, valid_from, contract_number, signed_on, price_kind, operator_code)
    values (${accountNumber}, '2025-01-01', 'E-2025/1', '2024-12-20', 'spot', 'VOE')`.execute(db);
}

/** Stores an invoice as closing does: quantities, lines, the bill of the month and its debt. */
export async function makeInvoice(
  db: BillingDatabase,
  account: Pick<AccountHandle, 'accountNumber' | 'eicCode'>,
  fixture: InvoiceFixture,
): Promise<void> {
  const { accountNumber, eicCode } = account;
  const { period, payee = 'supplier', priceBase = 'net', dueOn, quantity } = fixture;
  const [net, vat] = [moneyFromWire(fixture.net), moneyFromWire(fixture.vat)];
  const [year, month] = period.split('-');
  const number = `${payee === 'supplier' ? '' : 'R-'}${accountNumber}-${month}${year}`;
  const issuedOn = `${dueOn.slice(0, 7)}-03`;
  const quantities = fixture.quantities ?? [{ meteredKwh: quantity, billedKwh: quantity }];
  await db
    .insertInto('billing.invoice_quantity')
    .values(
      quantities.map((point) => ({
        account_number: accountNumber,
        period,
        eic_code: point.eic ?? eicCode,
        metered_kwh: BigInt(point.meteredKwh),
        loss_kwh: BigInt(point.lossKwh ?? 0),
        sub_loss_kwh: BigInt(point.subLossKwh ?? 0),
        sub_kwh: BigInt(point.subKwh ?? 0),
        billed_kwh: BigInt(point.billedKwh),
        reactive_import_kvarh: BigInt(point.reactiveImportKvarh ?? 0),
        reactive_export_kvarh: BigInt(point.reactiveExportKvarh ?? 0),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('billing.invoice')
    .values({
      account_number: accountNumber,
      period,
      payee,
      invoice_number: number,
      act_number: `A-${number}`,
      issued_on: issuedOn,
      due_on: dueOn,
      quantity: BigInt(quantity),
      price_base: priceBase,
      net_kopiykas: net,
      vat_kopiykas: vat,
      gross_kopiykas: net + vat,
      adjustment_net_kopiykas: moneyFromWire(fixture.adjustmentNet ?? '0.00'),
    })
    .execute();
  await db
    .insertInto('billing.invoice_line')
    .values(
      fixture.lines.map((line, index) => ({
        account_number: accountNumber,
        period,
        payee,
        line_number: index + 1,
        kind: line.kind ?? 'energy',
        eic_code: line.eic ?? eicCode,
        component: line.component,
        for_period: line.forPeriod ?? period,
        quantity: BigInt(line.quantity),
        price_micro: priceFromText(line.price),
        price_from: line.priceFrom ?? null,
        source: line.source ?? 'test',
        equivalent_micro: line.equivalent ?? null,
        amount_kopiykas: moneyFromWire(line.sum),
      })),
    )
    .execute();
  if (payee === 'operator') {
    await postReactive(db, accountNumber, { period, kind: 'reactive', amount: net + vat });
    return;
  }
  await sql`
    insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
      recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
    values (${accountNumber}, ${period}, ${number}, ${issuedOn}, ${dueOn}, 0, ${net + vat}, 0, 0, ${net + vat},
      ${fromKwh(quantity)}, false)`.execute(db);
  await makeCharge(db, accountNumber, period, moneyToWire(kopiykas(net + vat)));
}

/** Posts a charge or a payment of reactive energy. */
export async function postReactive(
  db: BillingDatabase,
  accountNumber: string,
  { period, kind, amount }: { period: string; kind: 'reactive' | 'reactivePayment'; amount: bigint },
): Promise<void> {
  const [debit, credit] =
    kind === 'reactive' ? ['reactiveReceivable', 'reactiveRevenue'] : ['operatorBank', 'reactiveReceivable'];
  await sql`
    insert into billing.ledger_entry (account_number, period, entry_id, kind, debit_account, credit_account,
      amount_kopiykas, posted_at)
    values (${accountNumber}, ${period}, gen_random_uuid(), ${kind}, ${debit}, ${credit}, ${amount}, now())`.execute(
    db,
  );
}
