import * as z from 'zod/mini';
import type { ReceivedText } from './message-gateway-contract.ts';
import { type ProviderRequest, startProviderServer } from './provider-server.ts';

/** Response to the next message instead of accepting it; with `echo` it repeats the request. */
type TurbosmsFault =
  /** Error code of the whole request. */
  | { readonly overall: number; readonly status?: string; readonly echo?: true }
  /** Error code of the recipient in an accepted request. */
  | { readonly recipient: number; readonly status?: string; readonly echo?: true }
  /** Any response. */
  | { readonly httpStatus: number; readonly body: unknown };

export interface TurbosmsServer {
  readonly url: string;
  readonly received: ReceivedText[];
  /** Success codes in the response: of the request and of the recipient. */
  success: { overall: number; recipient: number };
  failNext(fault: TurbosmsFault): void;
  close(): Promise<void>;
}

const requestSchema = z.strictObject({
  recipients: z.array(z.string().check(z.regex(/^380\d{9}$/))),
  sms: z.strictObject({ sender: z.string().check(z.maxLength(11)), text: z.string() }),
});

const statusOfCode: Readonly<Record<number, string>> = {
  0: 'OK',
  800: 'SUCCESS_MESSAGE_ACCEPTED',
  801: 'SUCCESS_MESSAGE_SENT',
  802: 'SUCCESS_MESSAGE_PARTIAL_ACCEPTED',
  803: 'SUCCESS_MESSAGE_PARTIAL_SENT',
  999: 'FATAL_ERROR',
};

/** A fake server with the protocol of TurboSMS (facts 6); refuses malformed requests. */
export async function startTurbosmsServer(token: string, sender: string): Promise<TurbosmsServer> {
  const received: ReceivedText[] = [];
  const faults: TurbosmsFault[] = [];
  let counter = 0;

  function refuse(code: number, status: string) {
    return {
      httpStatus: 200,
      body: { response_code: code, response_status: status, response_result: null },
    };
  }

  function take(phone: string, recipientCode: number, status: string) {
    counter += 1;
    const taken = recipientCode === 0 || (recipientCode >= 800 && recipientCode <= 803);
    const code = server.success.overall;
    return {
      httpStatus: 200,
      body: {
        response_code: code,
        response_status: statusOfCode[code],
        response_result: [
          {
            phone,
            response_code: recipientCode,
            message_id: taken ? `f83f8868-5e46-c6cf-e4fb-${String(counter).padStart(12, '0')}` : null,
            response_status: status,
          },
        ],
      },
    };
  }

  function answer({ method, path, headers, body }: ProviderRequest) {
    if (method !== 'POST' || path !== '/message/send.json') return { httpStatus: 404, body: 'not found' };
    if (headers.authorization !== `Bearer ${token}`) return refuse(301, 'NOT_AUTH');
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success) return refuse(304, 'REQUIRED_MESSAGE_PARAMS');
    if (parsed.data.sms.sender !== sender) return refuse(401, 'NOT_ALLOWED_MESSAGE_SENDER');
    const [phone = ''] = parsed.data.recipients;
    const fault = faults.shift();
    if (fault !== undefined && 'httpStatus' in fault) return fault;
    if (fault !== undefined) {
      const code = 'overall' in fault ? fault.overall : fault.recipient;
      const echo = fault.echo ? ` ${headers.authorization} ${phone} ${parsed.data.sms.text}` : '';
      const status = `${fault.status ?? statusOfCode[code] ?? 'ERROR'}${echo}`;
      return 'overall' in fault ? refuse(code, status) : take(phone, code, status);
    }
    received.push({ recipient: phone, text: parsed.data.sms.text });
    const { recipient } = server.success;
    return take(phone, recipient, statusOfCode[recipient] ?? 'OK');
  }

  const http = await startProviderServer(answer);
  const server: TurbosmsServer = {
    url: `${http.url}/message/send.json`,
    received,
    success: { overall: 801, recipient: 0 },
    failNext: (fault) => void faults.push(fault),
    close: http.close,
  };
  return server;
}
