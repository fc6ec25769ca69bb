import { BILL_EXPLAIN, BILL_GET, BILL_LIST, BILL_PDF } from '#billing/api/bills.ts';
import { billPdf, explainBill, getBill, listBills } from '#contract/bills.ts';
import { relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route, type Session } from '#portal/http/route.ts';

/**
 * Where a person pays a bill online: its page in the cabinet, which asks for the sign-in first. On paper it stands as a link, so
 * it says the account, which the paper says anyway.
 */
export function payAddress(publicUrl: string, account: string, period: string): string {
  return `${publicUrl}/cabinet/person/bills/${period}?account=${account}`;
}

/** The staff that sees a cabinet gets no code by which an account is taken into another one. */
const codeFor = ({ viewer }: Session) => (viewer === undefined ? {} : ({ hidesCode: true } as const));

/** Bills: list, one, its document, and why its sum is what it is (product.md §5, §8). */
export function billRoutes({ config }: Pick<PortalServices, 'config'>): Route[] {
  return [
    route(listBills, async ({ account }, { billing }) =>
      relay(await billing(BILL_LIST, { accountNumber: account }), (list) => list),
    ),

    route(getBill, async ({ account, period }, { billing, session }) =>
      relay(
        await billing(BILL_GET, { accountNumber: account, period, ...codeFor(session) }),
        (found) => found,
      ),
    ),

    route(billPdf, async ({ account, period }, { billing, session }) => {
      const isPerson = session.type === 'person';
      const result = await billing(BILL_PDF, {
        accountNumber: account,
        period,
        ...codeFor(session),
        ...(isPerson && { payUrl: payAddress(config.publicUrl, account, period) }),
      });
      if (!result.ok) return relayRefusal(result);
      return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
    }),

    route(explainBill, async ({ account, ...fields }, { billing }) =>
      relay(await billing(BILL_EXPLAIN, { accountNumber: account, ...fields }), (explanation) => explanation),
    ),
  ];
}
