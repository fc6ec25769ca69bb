import { BILL_EXPLAIN } from '#billing/api/bills/bill-explanation.ts';
import { BILL_GET, BILL_LIST, BILL_PDF } from '#billing/api/bills/bills.ts';
import { explainBill } from '#contract/bills/bill-explanation.ts';
import { billPdf, getBill, listBills } from '#contract/bills/bills.ts';
import { relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { payAddress, toBillDto } from './bill-dto.ts';

/** Bills: list, one, its document, and why its sum is what it is (product.md §5, §8). */
export function billRoutes({ config }: Pick<PortalServices, 'config'>): Route[] {
  return [
    route(listBills, async ({ account }, { billing }) =>
      relay(await billing(BILL_LIST, { accountNumber: account }), (list) => list),
    ),

    route(getBill, async ({ account, period }, { billing }) =>
      relay(await billing(BILL_GET, { accountNumber: account, period }), ({ bill }) => ({
        bill: toBillDto(bill),
      })),
    ),

    route(billPdf, async ({ account, period }, { billing, session }) => {
      const isPerson = session.type === 'person';
      const result = await billing(BILL_PDF, {
        accountNumber: account,
        period,
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
