import { ACT_LIST, ACT_PDF } from '#billing/api/violation-acts.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { actPdf, listActs } from '#contract/violation-acts.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';

/** Violation acts: where each stands, what is owed for it, its papers (facts 2.5). */
export function actRoutes(): Route[] {
  return [
    route(listActs, async ({ account, state }, { billing }) =>
      relay(await billing(ACT_LIST, { accountNumber: account, state: state ?? null }), (list) => ({
        ...list,
        message: messageOf(list),
      })),
    ),

    route(actPdf, async ({ account, actNumber, kind }, { billing }) => {
      const result = await billing(ACT_PDF, { accountNumber: account, actNumber, kind });
      if (!result.ok) return relayRefusal(result);
      return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
    }),
  ];
}

/** What is to be known of all acts in one sentence: what is unpaid, else how many there are. */
function messageOf({
  count,
  unpaidCount,
  owed,
}: {
  count: number;
  unpaidCount: number;
  owed: string;
}): string {
  if (unpaidCount > 0)
    return formatMessage('documents.unpaidViolationActs', { sum: formatMoney(moneyFromWire(owed)) });
  return count > 0
    ? formatMessage('documents.violationActs', { count })
    : formatMessage('documents.noViolationActs');
}
