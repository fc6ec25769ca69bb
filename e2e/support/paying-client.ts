import { newId } from '#platform/uuid.ts';
import { retryUntilDone } from './outbox-code.ts';
import type { Client } from './product/kill-fixture.ts';

/** What the server answered with success. */
export interface Acknowledged {
  readonly readings: { readonly accountNumber: string; readonly value: number; readonly receipt: string }[];
  readonly payments: { readonly accountNumber: string; readonly paymentId: string; readonly sum: string }[];
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

function read(body: unknown, ...path: readonly string[]): string {
  let value = body;
  for (const name of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return typeof value === 'string' ? value : '';
}

/** Pays at the page of the test bank to which a payment leads. */
export async function payInTestBank(url: string, payUrl: string): Promise<void> {
  const response = await fetch(url + payUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=paid',
  });
  await response.arrayBuffer();
  if (response.status !== 303) throw new Error(`bank: ${response.status}`);
}

/**
 * A customer's browser: for each account it gives a reading and pays through the test bank. Remembers what was answered
 * with success, and the change that was under way when the server went, so that it can be repeated as a browser does.
 */
export function createPayingClient(client: Client, acknowledged: Acknowledged) {
  const { token, accounts } = client;
  let url = '';
  let underWay: (() => Promise<void>) | undefined;
  /** A reading and a payment of each account, in turns. */
  let begun = 0;

  async function post(path: string, payload: Readonly<Record<string, unknown>>): Promise<Answer> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...payload }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  async function submit(index: number): Promise<void> {
    const account = accounts[index];
    if (account === undefined) return;
    const { accountNumber, meterId } = account;
    const value = 100 + index;
    const payload = {
      account: accountNumber,
      meterId,
      values: { single: String(value) },
      requestId: newId(),
    };
    underWay = async () => {
      const { status, body } = await post('/api/readings/submit', payload);
      if (status !== 200) throw new Error(`reading: ${status} ${JSON.stringify(body)}`);
      acknowledged.readings.push({ accountNumber, value, receipt: read(body, 'receipt', 'number') });
      underWay = undefined;
    };
    await underWay();
  }

  async function pay(index: number): Promise<void> {
    const accountNumber = accounts[index]?.accountNumber ?? '';
    const sum = `${10 + index}.01`;
    const requestId = newId();
    underWay = async () => {
      const payload = { account: accountNumber, provider: 'liqpay', purpose: 'energy', sum, requestId };
      const { status, body } = await post('/api/payments/start', payload);
      if (status !== 200) throw new Error(`payment: ${status} ${JSON.stringify(body)}`);
      await payInTestBank(url, read(body, 'payUrl'));
      acknowledged.payments.push({ accountNumber, paymentId: read(body, 'payment', 'paymentId'), sum });
      underWay = undefined;
    };
    await underWay();
  }

  return {
    /** Works on until the accounts are done or the server is gone; answers the error that ended it. */
    async work(serverUrl: string): Promise<unknown> {
      url = serverUrl;
      try {
        while (begun < 2 * accounts.length) {
          const index = Math.floor(begun / 2);
          begun += 1;
          await (begun % 2 === 1 ? submit(index) : pay(index));
        }
        return undefined;
      } catch (error) {
        return error;
      }
    },
    /** Works until the accounts are done, and repeats what fails, as a browser does, for this long. */
    async workOn(serverUrl: string, patienceMs: number): Promise<void> {
      url = serverUrl;
      for (let index = 0; index < accounts.length; index += 1)
        for (const act of [submit, pay])
          await act(index).catch(() =>
            retryUntilDone(async () => underWay?.(), { timeout: patienceMs, interval: 50 }),
          );
    },
    /** Repeats what got no answer, with the same request id. */
    async repeat(serverUrl: string): Promise<void> {
      url = serverUrl;
      await underWay?.();
    },
  };
}

/** Waits until something holds; throws when it doesn't in time. */
export function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const check = async () => {
    if (!(await holds())) throw new Error(`in vain waited until ${what}`);
  };
  return retryUntilDone(check, { timeout: 60_000, interval: 20 });
}
