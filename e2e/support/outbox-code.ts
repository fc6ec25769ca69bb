import { setTimeout as sleep } from 'node:timers/promises';

/** Tries again until `check` throws no more, or throws its last error when the time is over. */
export async function retryUntilDone<Result>(
  check: () => Promise<Result>,
  { timeout, interval }: { readonly timeout: number; readonly interval: number },
): Promise<Result> {
  const end = performance.now() + timeout;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(interval);
    }
  }
}

interface OutboxMessage {
  readonly kind: string;
  readonly code: string | null;
}

/** The code in the newest message to a phone or e-mail, as /dev/outbox shows them, once it is there. */
export function outboxCode(productUrl: string, contact: string): Promise<string> {
  return retryUntilDone(
    async () => {
      const response = await fetch(`${productUrl}/dev/outbox?to=${encodeURIComponent(contact)}`, {
        headers: { accept: 'application/json' },
      });
      const { messages } = (await response.json()) as { messages: OutboxMessage[] };
      const code = messages.find(({ kind }) => kind === 'code')?.code;
      if (!code) throw new Error(`no code for ${contact} in the outbox`);
      return code;
    },
    { timeout: 10_000, interval: 100 },
  );
}
