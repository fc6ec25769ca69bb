import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { reachHost } from '#platform/host/reach-host.ts';
import type { Delivery, MessageGateway, OutgoingText } from '../message-gateway.ts';
import { postJson, providerWords } from '../post-json.ts';

export interface AlphasmsOptions {
  readonly key: string;
  /** Registered sender name. */
  readonly sender: string;
  /** Address of json.php. */
  readonly url: string;
  readonly timeoutMs?: number;
}

const answerSchema = z.object({
  success: z.boolean(),
  error: z.optional(z.unknown()),
  data: z.optional(
    z.nullable(
      z.array(
        z.object({
          success: z.boolean(),
          error: z.optional(z.unknown()),
          data: z.optional(
            z.nullable(
              z.object({
                id: z.optional(z.union([z.number(), z.string()])),
                msg_id: z.optional(z.union([z.number(), z.string()])),
              }),
            ),
          ),
        }),
      ),
    ),
  ),
});

const bytesOfNumber = 6;

/** AlphaSMS ids are integers: 48 bits derived from our id, the same in every attempt. */
export function alphasmsNumber(messageId: string): number {
  return createHash('sha256').update(messageId).digest().readUIntBE(0, bytesOfNumber);
}

/** SMS through AlphaSMS. A refused request (wrong key, no money) is retried; a refused message is not. */
export function createAlphasmsGateway({ key, sender, url, timeoutMs }: AlphasmsOptions): MessageGateway {
  async function send(message: OutgoingText): Promise<Delivery> {
    const phone = message.recipient.replace(/^\+/, '');
    const answer = await postJson({
      url,
      payload: {
        auth: key,
        data: [
          {
            type: 'sms',
            id: alphasmsNumber(message.messageId),
            phone: Number(phone),
            sms_signature: sender,
            sms_message: message.text,
          },
        ],
      },
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
    if (answer.kind === 'silent') return { kind: 'failed', reason: answer.reason };
    const parsed = answerSchema.safeParse(answer.body);
    if (!parsed.success)
      return { kind: 'failed', reason: `HTTP ${answer.httpStatus}: an answer of another shape` };

    const secrets = [key, phone, message.text];
    if (!parsed.data.success) {
      return { kind: 'failed', reason: `the request: ${providerWords(parsed.data.error, secrets)}` };
    }
    const result = parsed.data.data?.[0];
    if (result === undefined) return { kind: 'failed', reason: 'an answer without the message' };
    if (!result.success)
      return { kind: 'refused', reason: `the message: ${providerWords(result.error, secrets)}` };
    return { kind: 'sent', reference: String(result.data?.msg_id ?? result.data?.id ?? '') };
  }

  return {
    name: 'alphasms',
    channel: 'sms',
    send,
    // A balance would need a right of its own; that the provider is reached is seen without one.
    verify: (limitMs) => reachHost(url, limitMs),
  };
}
