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
  readonly text: string | null;
}

/** What `find` reads in the messages to a phone or e-mail, newest first, as /dev/outbox shows them. Throws when it finds nothing. */
function readOutbox(
  productUrl: string,
  contact: string,
  find: (messages: readonly OutboxMessage[]) => string | null | undefined,
): Promise<string> {
  return retryUntilDone(
    async () => {
      const response = await fetch(`${productUrl}/dev/outbox?to=${encodeURIComponent(contact)}`, {
        headers: { accept: 'application/json' },
      });
      const { messages } = (await response.json()) as { messages: OutboxMessage[] };
      const found = find(messages);
      if (!found) throw new Error(`nothing for ${contact} in the outbox`);
      return found;
    },
    { timeout: 10_000, interval: 100 },
  );
}

/** The code in the newest message to a phone or e-mail, once it is there. */
export const outboxCode = (productUrl: string, contact: string) =>
  readOutbox(productUrl, contact, (messages) => messages.find(({ kind }) => kind === 'code')?.code);

/** The link to set a password in the newest message to an administrator, once it is there. */
export const outboxAdminLink = (productUrl: string, contact: string) =>
  readOutbox(
    productUrl,
    contact,
    (messages) => messages.find(({ kind }) => kind === 'adminLink')?.text?.match(/https?:\S+/)?.[0],
  );
