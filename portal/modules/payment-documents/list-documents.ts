import { CONTRACT_GET } from '#billing/api/contracts.ts';
import type { ModuleResult } from '#billing/api/define-module.ts';
import { INVOICE_LIST } from '#billing/api/invoices.ts';
import { TAX_INVOICE_LIST } from '#billing/api/tax-invoices.ts';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import {
  documentStateChoices,
  type listPaymentDocuments,
  type PaymentDocument,
} from '#contract/payment-documents.ts';
import type { InvoiceSummary } from '#contract/values/invoice.ts';
import type { TaxInvoice } from '#contract/values/tax-invoice.ts';
import {
  type ActFacts,
  actState,
  canObject,
  type SignedBy,
  silentlyAcceptedOn,
  waitsForSignature,
} from '#domain/invoices/acceptance-act.ts';
import { addMoney, moneyFromWire, moneyToWire, zeroMoney } from '#domain/money.ts';
import { billingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type LocalDate, localDate } from '#domain/time/local-date.ts';
import type { RequestContext } from '#portal/http/route.ts';
import { signedBySubject } from '#portal/modules/signatures/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listObjectionsOf, type StoredObjection } from './objection-store.ts';

type Filter = Omit<InputOf<typeof listPaymentDocuments>, 'token'>;
type List = Omit<OutputOf<typeof listPaymentDocuments>, 'status'>;

/** Two invoices a month for forty years. */
const maxInvoices = 1000;

/** An objection in the words of the calls. */
export function toObjectionDto({ reason, by, objectedAt, answer, answeredAt }: StoredObjection) {
  return {
    reason,
    by,
    objectedAt: instantToIso(objectedAt),
    answer,
    answeredAt: answeredAt === null ? null : instantToIso(answeredAt),
  };
}

/** The operator of the network signs its acts elsewhere. */
const nobody: SignedBy = { customer: false, supplier: false };

interface ActTerms {
  readonly validFrom: string;
  readonly documentExchange: ActFacts['exchange'];
  readonly silentAcceptanceDays: number | null;
}

const withoutContract: Omit<ActTerms, 'validFrom'> = {
  documentExchange: 'cabinet',
  silentAcceptanceDays: null,
};

function documentsOfInvoice(
  invoice: InvoiceSummary,
  { documentExchange, silentAcceptanceDays }: Omit<ActTerms, 'validFrom'>,
  { objection, signedBy }: { readonly objection: StoredObjection | undefined; readonly signedBy: SignedBy },
  today: LocalDate,
): [PaymentDocument, PaymentDocument] {
  const { period, payee, payeeName, issuedOn, net, vat, gross, dueOn, open } = invoice;
  const same = { period, payee, payeeName, issuedOn, net, vat, gross, taxInvoice: null };
  const facts: ActFacts = {
    issuedOn: localDate(issuedOn),
    exchange: documentExchange,
    silentAcceptanceDays,
    signedBy,
    objection: objection && (objection.answer === null ? 'waiting' : 'answered'),
  };
  const state = actState(facts, today);
  return [
    {
      ...same,
      key: `invoice.${period}.${payee}`,
      kind: 'invoice',
      number: invoice.number,
      state: invoice.state,
      invoice: { dueOn, open },
      act: null,
    },
    {
      ...same,
      key: `act.${period}.${payee}`,
      kind: 'act',
      number: invoice.actNumber,
      state,
      invoice: null,
      act: {
        acceptedOn: silentlyAcceptedOn(facts) ?? null,
        waitsForSignature: payee === 'supplier' && waitsForSignature(state, documentExchange),
        canObject: canObject(state),
        objection: objection ? toObjectionDto(objection) : null,
      },
    },
  ];
}

function documentOfTaxInvoice(taxInvoice: TaxInvoice, payeeName: string): PaymentDocument {
  const { number, issuedOn, period, net, vat, gross, registration } = taxInvoice;
  return {
    key: `tax.${number}.${issuedOn}`,
    kind: 'taxInvoice',
    period,
    payee: 'supplier',
    payeeName,
    number,
    issuedOn,
    net,
    vat,
    gross,
    state: registration,
    invoice: null,
    act: null,
    taxInvoice,
  };
}

/** The documents of a filter with their states, newest month first; in a month invoices, acts, tax invoices. */
export async function listDocuments(
  db: PortalDatabase,
  { billing, clock }: Pick<RequestContext, 'billing' | 'clock'>,
  { account, period, year, kind, state }: Filter,
): Promise<ModuleResult<List>> {
  const asked = { accountNumber: account };
  const [invoices, taxInvoices, contract, objections, signed] = await Promise.all([
    billing(INVOICE_LIST, { ...asked, limit: maxInvoices }),
    billing(TAX_INVOICE_LIST, asked),
    billing(CONTRACT_GET, asked),
    listObjectionsOf(db, account),
    signedBySubject(db, account, 'acceptanceAct'),
  ]);
  if (!invoices.ok) return invoices;
  if (!taxInvoices.ok) return taxInvoices;
  if (!contract.ok) return contract;
  const today = kyivDateOf(clock.now());
  const termsOf = (of: string) => {
    const next = firstDayAfter(billingPeriod(of));
    // Newest first: the one in force on the last day of the month.
    return contract.data.versions.find(({ validFrom }) => validFrom < next) ?? withoutContract;
  };
  const supplier = invoices.data.invoices.find(({ payee }) => payee === 'supplier')?.payeeName ?? '';
  const all = [
    ...invoices.data.invoices.flatMap((invoice) =>
      documentsOfInvoice(
        invoice,
        termsOf(invoice.period),
        {
          objection: objections.find(
            ({ period: of, payee }) => of === invoice.period && payee === invoice.payee,
          ),
          signedBy: (invoice.payee === 'supplier' ? signed.get(invoice.period) : undefined) ?? nobody,
        },
        today,
      ),
    ),
    ...taxInvoices.data.taxInvoices.map((one) => documentOfTaxInvoice(one, supplier)),
  ].toSorted((one, other) => other.period.localeCompare(one.period) || order[one.kind] - order[other.kind]);
  const states: readonly string[] | undefined = state && documentStateChoices[state];
  // "sent" is a state of an act and of a tax invoice.
  const kindOfState = state && kindOfChoice[state];
  const documents = all.filter(
    (one) =>
      (period === undefined || one.period === period) &&
      (year === undefined || one.period.startsWith(`${year}-`)) &&
      (kind === undefined || one.kind === kind) &&
      (states === undefined || (one.kind === kindOfState && states.includes(one.state))),
  );
  return {
    ok: true,
    data: {
      documents,
      totals: {
        invoice: totalOf(documents, 'invoice'),
        act: totalOf(documents, 'act'),
        taxInvoice: totalOf(documents, 'taxInvoice'),
      },
      actsToSign: all.filter(({ act }) => act?.waitsForSignature).length,
    },
  };
}

const order = { invoice: 0, act: 1, taxInvoice: 2 } as const;

const kindOfChoice = {
  unpaid: 'invoice',
  paid: 'invoice',
  toSign: 'act',
  signed: 'act',
  objected: 'act',
  registered: 'taxInvoice',
  unregistered: 'taxInvoice',
} as const;

function totalOf(documents: readonly PaymentDocument[], kind: PaymentDocument['kind']) {
  const ofKind = documents.filter((one) => one.kind === kind);
  const sum = (side: 'gross' | 'vat') =>
    moneyToWire(ofKind.reduce((total, one) => addMoney(total, moneyFromWire(one[side])), zeroMoney));
  return { count: ofKind.length, gross: sum('gross'), vat: sum('vat') };
}
