import { BILL_PDF } from '#billing/api/bills.ts';
import { fileTypes } from '#contract/define-call.ts';
import type { Attachment } from '#portal/gateways/messages/message-gateway.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { payAddress } from '../bills/public.ts';
import type { StoredMessage } from './message-store.ts';

/**
 * The bill that goes with a letter, drawn now; undefined: none does, or the back end has no such bill, and the letter goes
 * without. Throws while the back end is away.
 */
export async function attachBill(
  { billing, config }: Pick<PortalServices, 'billing' | 'config'>,
  { message_id: reference, attached_account: account, attached_period: period }: StoredMessage,
): Promise<Attachment | undefined> {
  if (account === null || period === null) return undefined;
  const payUrl = payAddress(config.publicUrl, account, period);
  const drawn = await billing.call(
    BILL_PDF,
    { accountNumber: account, period, payUrl },
    { reference, actor: 'portal' },
  );
  if (!drawn.ok) return undefined;
  const { fileName, content } = drawn.data;
  return { fileName, contentType: fileTypes.pdf, content: Buffer.from(content, 'base64') };
}
