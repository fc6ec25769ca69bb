import * as z from 'zod/mini';
import { reachHost } from '#platform/host/reach-host.ts';
import type { Delivery, MessageGateway, OutgoingText } from '../message-gateway.ts';
import { postJson, providerWords } from '../post-json.ts';

export interface TurbosmsOptions {
  readonly token: string;
  /** Registered sender name: at most 11 Latin characters. */
  readonly sender: string;
  /** Address of message/send.json. */
  readonly url: string;
  readonly timeoutMs?: number;
}

const answerSchema = z.object({
  response_code: z.number(),
  response_status: z.optional(z.nullable(z.string())),
  response_result: z.optional(
    z.nullable(
      z.array(
        z.object({
          phone: z.optional(z.nullable(z.string())),
          response_code: z.number(),
          message_id: z.optional(z.nullable(z.string())),
          response_status: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
  ),
});

const stopList = 404;
const duplicate = 507;

/** 0 and 800–803 are success (facts 6), for the request and for each recipient. */
function isSuccess(code: number): boolean {
  return code === 0 || (code >= 800 && code <= 803);
}

/**
 * SMS through TurboSMS. A recipient on its stop list is refused permanently; a duplicate was accepted before; every
 * other code is retried, because most concern our account.
 */
export function createTurbosmsGateway({ token, sender, url, timeoutMs }: TurbosmsOptions): MessageGateway {
  async function send(message: OutgoingText): Promise<Delivery> {
    const phone = message.recipient.replace(/^\+/, '');
    const answer = await postJson({
      url,
      headers: { authorization: `Bearer ${token}` },
      payload: { recipients: [phone], sms: { sender, text: message.text } },
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    if (answer.kind === 'silent') return { kind: 'failed', reason: answer.reason };
    const parsed = answerSchema.safeParse(answer.body);
    if (!parsed.success)
      return { kind: 'failed', reason: `HTTP ${answer.httpStatus}: an answer of another shape` };

    const { response_code: code, response_status: status, response_result: results } = parsed.data;
    const own = results?.find((result) => result.phone === phone);
    const decisive =
      own !== undefined && (isSuccess(code) || !isSuccess(own.response_code)) ? own : undefined;
    const lastCode = decisive?.response_code ?? code;
    if (lastCode === duplicate) return { kind: 'sent', reference: decisive?.message_id ?? 'duplicate' };
    if (isSuccess(lastCode) && decisive?.message_id) return { kind: 'sent', reference: decisive.message_id };
    const words = providerWords(decisive?.response_status ?? status, [token, phone, message.text]);
    const reason = `code ${lastCode} ${words}`.trim();
    return { kind: lastCode === stopList ? 'refused' : 'failed', reason };
  }

  return {
    name: 'turbosms',
    channel: 'sms',
    send,
    // A balance would need a right of its own; that the provider is reached is seen without one.
    verify: (limitMs) => reachHost(url, limitMs),
  };
}
