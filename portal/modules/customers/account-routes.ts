import { BILL_LIST, BILL_PDF } from '#billing/api/bills.ts';
import { BENEFIT_ADD, BENEFIT_LIST, BENEFIT_REMOVE } from '#billing/api/charges.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { INVOICE_LIST, INVOICE_PDF } from '#billing/api/invoices.ts';
import { PAYMENT_LIST } from '#billing/api/payments.ts';
import { READING_LIST } from '#billing/api/readings.ts';
import { ACT_LIST } from '#billing/api/violation-acts.ts';
import {
  accountBillPdf,
  addAccountBenefit,
  listAccountActs,
  listAccountBenefits,
  listAccountBills,
  listAccountCabinets,
  listAccountConversations,
  listAccountMessages,
  listAccountPayments,
  listAccountReadings,
  removeAccountBenefit,
} from '#contract/accounts/account-card.ts';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { moneyFromWire, zeroMoney } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { relay, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import {
  type PortalServices,
  type RequestContext,
  type Route,
  route,
  type Session,
} from '#portal/http/route.ts';
import { listConversationsOf } from '#portal/modules/desk/public.ts';
import { findAdministratorName } from '#portal/modules/identity/public.ts';
import { listCabinetsOf } from '../accounts/public.ts';
import { payAddress } from '../bills/public.ts';
import { listSentMessages } from '../outbox/public.ts';
import { cursorOfPayment, placeOfPayment, toPaymentDto } from '../payments/public.ts';
import { afterOf, keptSince, messageData, partOf, rowsAtOnce, wrongCursor } from './list-parts.ts';

const billsAtOnce = 24;
const paymentsAtOnce = 24;
const payeesOfMonth = 2;

type Bill = OutputOf<typeof listAccountBills>['bills'][number];
type BillKind = Bill['kind'];
/** Of one month in this order. */
const billKinds: readonly BillKind[] = ['bill', 'invoice', 'operatorInvoice'];

const isAfter = (bill: Pick<Bill, 'period' | 'kind'>, place: Pick<Bill, 'period' | 'kind'>) =>
  bill.period === place.period
    ? billKinds.indexOf(bill.kind) > billKinds.indexOf(place.kind)
    : bill.period < place.period;

const benefitKinds = ['benefit', 'subsidy'] as const;

/** The month and the kind that a cursor says; undefined when it is none of ours. */
function placeOf<Kind extends string>(cursor: string, kinds: readonly Kind[]) {
  const [period = '', text] = readCursor(cursor, [cursorPart.text, cursorPart.text]) ?? [];
  const kind = kinds.find((one) => one === text);
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(period) && kind ? { period, kind } : undefined;
}

/** The registers of a meter that were read together are one reading. */
function wholeReadings(
  rows: ModuleOutput<typeof READING_LIST>['readings'],
): OutputOf<typeof listAccountReadings>['readings'] {
  const groups = Map.groupBy(rows, ({ meterSerial, effectiveDate, submittedAt, source, state }) =>
    [meterSerial, effectiveDate, submittedAt, source, state].join(' '),
  );
  return [...groups.values()].flatMap((registers) => {
    const [first] = registers;
    if (first === undefined) return [];
    const { effectiveDate, meterSerial, source, state, submittedAt, period, receiptNumber, hasPhoto } = first;
    const isKnown = registers.every(({ kwhSincePrevious }) => kwhSincePrevious !== null);
    const kwh = registers.reduce((sum, { kwhSincePrevious }) => sum + (kwhSincePrevious ?? 0), 0);
    return {
      ...{ effectiveDate, meterSerial, source, state, submittedAt, period, receiptNumber, hasPhoto },
      registers: registers.map(({ zone, value }) => ({ zone, value })),
      kwh: isKnown ? kwh : null,
      reason: first.review?.reason || first.reason || '',
    };
  });
}

function askForPdf(
  billing: RequestContext['billing'],
  publicUrl: string,
  { account, period, kind }: InputOf<typeof accountBillPdf>,
) {
  const asked = { accountNumber: account, period };
  if (kind === 'bill')
    return billing(BILL_PDF, { ...asked, hidesCode: true, payUrl: payAddress(publicUrl, account, period) });
  const payee = kind === 'invoice' ? 'supplier' : 'operator';
  return billing(INVOICE_PDF, { ...asked, payee, document: 'invoice' });
}

/** The card of an account for the staff (product.md section 10, decision 0138): each section by a call of its own. */
export function accountCardRoutes({ db, config }: Pick<PortalServices, 'db' | 'config'>): Route[] {
  /** Who enters or removes a benefit. */
  async function administratorOf({ identityId, roles }: Session) {
    return { ...(await findAdministratorName(db, identityId)), roles: [...roles] };
  }

  return [
    route(listAccountBills, async ({ account, cursor }, { billing, clock }) => {
      const place = cursor === undefined ? undefined : placeOf(cursor, billKinds);
      if (cursor !== undefined && place === undefined) return wrongCursor();
      const accountNumber = account;
      const [bills, invoices] = await Promise.all([
        billing(BILL_LIST, { accountNumber }),
        billing(INVOICE_LIST, {
          accountNumber,
          ...(place && { to: place.period }),
          // Those of the month of the place may be left out.
          limit: billsAtOnce + 1 + payeesOfMonth,
        }),
      ]);
      if (!bills.ok) return relayRefusal(bills);
      if (!invoices.ok) return relayRefusal(invoices);
      const today = kyivDateOf(clock.now());
      // What the closing made of a month with an invoice is no document of its own.
      const invoiced = new Set(invoices.data.invoices.map(({ period }) => period));
      const rows = [
        ...bills.data.bills
          .filter(({ period }) => !invoiced.has(period))
          .map(({ charged, ...bill }) => ({ ...bill, kind: 'bill' as const, sum: charged })),
        ...invoices.data.invoices.map(({ gross, payee, ...invoice }) => ({
          ...invoice,
          kind: payee === 'supplier' ? ('invoice' as const) : ('operatorInvoice' as const),
          sum: gross,
          isEstimated: false,
        })),
      ]
        .filter((bill) => place === undefined || isAfter(bill, place))
        .sort((one, other) => (isAfter(one, other) ? 1 : -1));
      const shown = rows.slice(0, billsAtOnce).map(
        ({ period, kind, number, issuedOn, dueOn, sum, open, isEstimated }): Bill => ({
          ...{ period, kind, number, issuedOn, dueOn, sum, open, isEstimated },
          state: moneyFromWire(open) <= zeroMoney ? 'paid' : dueOn < today ? 'overdue' : 'due',
        }),
      );
      const last = shown.at(-1);
      const next = rows.length > billsAtOnce && last ? writeCursor([last.period, last.kind]) : null;
      return succeed({ bills: shown, next });
    }),

    route(accountBillPdf, async (asked, { billing }) => {
      const result = await askForPdf(billing, config.publicUrl, asked);
      if (!result.ok) return relayRefusal(result);
      return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
    }),

    route(listAccountPayments, async ({ account, cursor }, { billing }) => {
      const after = cursor === undefined ? undefined : placeOfPayment(cursor);
      if (cursor !== undefined && after === undefined) return wrongCursor();
      const asked = { accountNumber: account, limit: paymentsAtOnce, ...(after && { after }) };
      return relay(await billing(PAYMENT_LIST, asked), ({ payments, next }) => ({
        payments: payments.map(toPaymentDto),
        next: next && cursorOfPayment(next),
      }));
    }),

    route(listAccountReadings, async ({ account, cursor }, { billing }) => {
      const parts =
        cursor === undefined
          ? undefined
          : readCursor(cursor, [cursorPart.date, cursorPart.moment, cursorPart.text]);
      if (cursor !== undefined && !parts) return wrongCursor();
      const after = parts && { effectiveDate: parts[0], submittedAt: parts[1], meterSerial: parts[2] };
      const asked = { accountNumber: account, limit: rowsAtOnce, ...(after && { after }) };
      return relay(await billing(READING_LIST, asked), ({ readings, next }) => ({
        readings: wholeReadings(readings),
        next: next && writeCursor([next.effectiveDate, next.submittedAt, next.meterSerial]),
      }));
    }),

    route(listAccountActs, async ({ account }, { billing }) =>
      relay(await billing(ACT_LIST, { accountNumber: account, state: null }), ({ acts, owed }) => ({
        acts: acts.map(({ qr: _, paymentPurpose: __, ...act }) => act),
        owed,
      })),
    ),

    route(listAccountBenefits, async ({ account, cursor }, { billing }) => {
      const after = cursor === undefined ? undefined : placeOf(cursor, benefitKinds);
      if (cursor !== undefined && after === undefined) return wrongCursor();
      const asked = { accountNumber: account, limit: rowsAtOnce, ...(after && { after }) };
      return relay(await billing(BENEFIT_LIST, asked), ({ benefits, months, next }) => ({
        ...{ benefits, months },
        next: next && writeCursor([next.period, next.kind]),
      }));
    }),

    route(
      addAccountBenefit,
      async ({ account, period, kind, title, sum, reason, requestId }, { billing, session }) => {
        const administrator = await administratorOf(session);
        const granted = { accountNumber: account, period, kind, title, sum };
        const result = await billing(BENEFIT_ADD, { ...granted, reason, requestId, administrator });
        return relay(result, (added) => added);
      },
    ),

    route(removeAccountBenefit, async ({ account, benefitId, reason, requestId }, { billing, session }) => {
      const administrator = await administratorOf(session);
      const asked = { accountNumber: account, benefitId, reason, requestId, administrator };
      return relay(await billing(BENEFIT_REMOVE, asked), () => ({}));
    }),

    route(listAccountCabinets, async ({ account }) => {
      const cabinets = await listCabinetsOf(db, account);
      return succeed({
        cabinets: cabinets.map((cabinet) => ({ ...cabinet, addedAt: instantToIso(cabinet.addedAt) })),
      });
    }),

    route(listAccountMessages, async ({ account, cursor }, { clock }) => {
      const after = afterOf(cursor);
      if (after === undefined) return wrongCursor();
      const of = { account, since: keptSince(clock.now()) };
      const { rows, next } = partOf(await listSentMessages(db, of, { ...after, limit: rowsAtOnce + 1 }));
      return succeed({ messages: rows.map(messageData), next });
    }),

    route(listAccountConversations, async ({ account, cursor }) => {
      const after = afterOf(cursor);
      if (after === undefined) return wrongCursor();
      const read = await listConversationsOf(db, { account }, { ...after, limit: rowsAtOnce + 1 });
      const { rows: conversations, next } = partOf(read);
      return succeed({ conversations, next });
    }),
  ];
}
