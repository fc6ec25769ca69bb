import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { PushSubscription } from '#portal/gateways/messages/web-push/push-subscription.ts';

/** A message received by a browser, decrypted with its keys. */
interface ReceivedPush {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly shown: unknown;
}

export interface PushService {
  readonly url: string;
  readonly received: ReceivedPush[];
  /** A browser with its own keys. */
  newBrowser(): PushSubscription;
  /** Response to the next message instead of accepting it. */
  answerNext(httpStatus: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

interface Browser {
  readonly keys: ECDH;
  readonly auth: Buffer;
}

const hmac = (key: Buffer, text: Buffer) => createHmac('sha256', key).update(text).digest();

/** One step of HKDF (RFC 5869): at most 32 bytes. */
function derive(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  return hmac(hmac(salt, secret), Buffer.concat([info, Buffer.of(1)])).subarray(0, length);
}

/** Decrypts an aes128gcm body by RFC 8188 and RFC 8291, independently of the sender's code. */
function decrypt({ keys, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + senderLength);
  const sealed = body.subarray(21 + senderLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derive(auth, keys.computeSecret(sender), info, 32);
  const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** A push service on its own port: accepts messages encrypted for its browsers, answers 201 (RFC 8030). */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const browsers = new Map<string, Browser>();
  const answers: { httpStatus: number; headers: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const browser = browsers.get(path);
    const decided = answers.shift();
    if (decided || browser === undefined) {
      response.writeHead(decided?.httpStatus ?? 404, decided?.headers ?? {}).end();
      return;
    }
    const shown = JSON.parse(decrypt(browser, Buffer.concat(chunks)));
    received.push({ path, headers: request.headers, shown });
    response.writeHead(201).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the fake server has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    received,
    newBrowser() {
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const browser = { keys: createECDH('prime256v1'), auth: randomBytes(16) };
      const p256dh = browser.keys.generateKeys('base64url');
      browsers.set(path, browser);
      return { endpoint: `${url}${path}`, keys: { p256dh, auth: browser.auth.toString('base64url') } };
    },
    answerNext: (httpStatus, headers = {}) => void answers.push({ httpStatus, headers }),
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
