import * as z from 'zod/mini';
import type { ReceivedText } from './message-gateway-contract.ts';
import { type ProviderRequest, startProviderServer } from './provider-server.ts';

/** Response to the next message instead of accepting it; with `echo` it repeats the request. */
type AlphasmsFault =
  /** Error text of the whole request. */
  | { readonly request: string; readonly echo?: true }
  /** Error text of the message. */
  | { readonly message: string; readonly echo?: true }
  /** Any response. */
  | { readonly httpStatus: number; readonly body: unknown };

export interface AlphasmsServer {
  readonly url: string;
  readonly received: ReceivedText[];
  /** Ids of the received messages. */
  readonly numbers: number[];
  failNext(fault: AlphasmsFault): void;
  close(): Promise<void>;
}

const requestSchema = z.strictObject({
  auth: z.string(),
  data: z.array(
    z.strictObject({
      type: z.literal('sms'),
      id: z.int(),
      phone: z.number(),
      sms_signature: z.string().check(z.maxLength(11)),
      sms_message: z.string(),
    }),
  ),
});

const refuse = (error: string) => ({ httpStatus: 200, body: { success: false, error } });

/** A fake server with the JSON protocol of AlphaSMS (facts 6); refuses malformed requests. */
export async function startAlphasmsServer(key: string, sender: string): Promise<AlphasmsServer> {
  const received: ReceivedText[] = [];
  const numbers: number[] = [];
  const faults: AlphasmsFault[] = [];
  let counter = 0;

  function answer({ method, path, body }: ProviderRequest) {
    if (method !== 'POST' || path !== '/api/json.php') return { httpStatus: 404, body: 'not found' };
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success) return refuse('Wrong request');
    if (parsed.data.auth !== key) return refuse(`Auth failed: ${parsed.data.auth}`);
    const [message] = parsed.data.data;
    if (message === undefined) return refuse('Nothing to send');
    const fault = faults.shift();
    if (fault !== undefined && 'httpStatus' in fault) return fault;
    const echo = fault?.echo ? ` ${parsed.data.auth} ${message.phone} ${message.sms_message}` : '';
    if (fault !== undefined && 'request' in fault) return refuse(fault.request + echo);
    const known = /^380\d{9}$/.test(String(message.phone)) && message.sms_signature === sender;
    if (fault !== undefined || !known) {
      const error = (fault?.message ?? 'Wrong phone or signature') + echo;
      return { httpStatus: 200, body: { success: true, data: [{ success: false, error }] } };
    }
    counter += 1;
    numbers.push(message.id);
    received.push({ recipient: String(message.phone), text: message.sms_message });
    const data = { id: message.id, msg_id: 4_000_000 + counter, parts: 1 };
    return { httpStatus: 200, body: { success: true, data: [{ success: true, data }] } };
  }

  const http = await startProviderServer(answer);
  return {
    url: `${http.url}/api/json.php`,
    received,
    numbers,
    failNext: (fault) => void faults.push(fault),
    close: http.close,
  };
}
