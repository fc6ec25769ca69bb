import { create } from 'zustand';
import { sendChatMessage } from '#contract/conversations/chat.ts';
import type { ConversationFileData } from '#contract/conversations.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { deviceQueue, oneTabAtATime, ownerNow, queueView, startQueue } from '#web/offline/device-queue.ts';
import { withWebLock } from '#web/offline/with-web-lock.ts';

type Sent = Omit<OutputOf<typeof sendChatMessage>, 'status'>;

/** A message on the device that waits for the network, or whose answer no window has taken over yet. */
export interface QueuedMessage {
  /** Its `clientId`: however often it is sent, it is taken once. */
  id: string;
  /** The user who wrote it; never sent under another sign-in. */
  owner: string;
  account: string;
  text: string;
  /** On the server already. */
  files: readonly ConversationFileData[];
  /** Its place among the others, epoch milliseconds: later than that of any other. */
  writtenAt: number;
  answer: { kind: 'sent'; sent: Sent } | { kind: 'refused'; code: string; message: string } | undefined;
}

/** The messages of the signed-in user on this device, in their order; undefined until loaded. */
export const useChatOutbox = create<{
  readonly messages: readonly QueuedMessage[] | undefined;
  /** One is being sent: the network seems to be there. */
  readonly isSending: boolean;
}>(() => ({ messages: undefined, isSending: false }));

const queue = deviceQueue<QueuedMessage>('messages-waiting', {
  compare: (one, other) => one.writtenAt - other.writtenAt,
});
const view = queueView('messages-waiting', queue.list, (messages) => useChatOutbox.setState({ messages }));

/** Answers that leave a message queued: a fault, an ended session, or none. */
function isFinal({ httpStatus }: ApiFailure): boolean {
  return httpStatus >= 400 && httpStatus < 500 && ![401, 403, 408, 429].includes(httpStatus);
}

const send = ({ id, account, text, files }: QueuedMessage) =>
  callApi(sendChatMessage, { account, text, fileIds: files.map((file) => file.id), clientId: id });

const lock = 'svitlo.messages-waiting';

/** Sends what waits in its order, from one tab at a time; what has no answer stays queued under the same id. */
const sendMessages = oneTabAtATime(lock, async () => {
  const owner = ownerNow();
  if (owner === undefined) return;
  try {
    for (const message of await queue.list(owner)) {
      if (message.answer !== undefined) continue;
      useChatOutbox.setState({ isSending: true });
      // The token is read in the same tick in which the owner is checked: nothing is sent under another sign-in.
      if (ownerNow() !== owner) return;
      const result = await send(message);
      if (!result.ok && !isFinal(result.failure)) return;
      await queue.update(message.id, {
        answer: result.ok
          ? { kind: 'sent', sent: result.data }
          : { kind: 'refused', code: result.failure.code, message: result.failure.message },
      });
      await view.changed();
    }
  } finally {
    useChatOutbox.setState({ isSending: false });
  }
});

const queued = () => useChatOutbox.getState().messages ?? [];

type NewMessage = Pick<QueuedMessage, 'id' | 'account' | 'text' | 'files'>;

const nextPlace = () => Math.max(deviceNow(), (queued().at(-1)?.writtenAt ?? 0) + 1);

/**
 * Keeps a message on the device and sends it when it can be. A device that keeps nothing sends it at once; undefined: done,
 * else why it could not be.
 */
export async function postMessage(message: NewMessage): Promise<ApiFailure | undefined> {
  const owner = ownerNow();
  const kept: QueuedMessage = { ...message, owner: owner ?? '', writtenAt: nextPlace(), answer: undefined };
  if (owner !== undefined && (await queue.store(kept)) === 'stored') {
    await view.changed();
    void sendMessages().catch(() => undefined);
    return undefined;
  }
  const result = await send(kept);
  if (!result.ok) return result.failure;
  const sent: QueuedMessage = { ...kept, answer: { kind: 'sent', sent: result.data } };
  useChatOutbox.setState({ messages: [...queued(), sent] });
  return undefined;
}

/** A message that was sent is in the chat now. */
export async function forgetSent({ id }: Pick<QueuedMessage, 'id'>): Promise<void> {
  await queue.remove(id);
  await view.changed();
}

/** Takes a message off the device; false: it is being sent now. */
export async function withdrawMessage({ id }: Pick<QueuedMessage, 'id'>): Promise<boolean> {
  const isGone = await withWebLock(lock, { wait: false }, async () => {
    await queue.remove(id);
    return true;
  });
  await view.changed();
  return isGone ?? false;
}

/** Sends a refused message anew, as the last one. */
export async function resendMessage(message: QueuedMessage): Promise<void> {
  const again = { ...message, id: newRequestId(), writtenAt: nextPlace(), answer: undefined };
  await queue.replace(message.id, again);
  await view.changed();
  await sendMessages();
}

/** Sends what waits when it may work. Returns how to stop. */
export function startChatOutbox(): () => void {
  return startQueue({
    view,
    // A conversation waits for each message.
    retryMs: 5000,
    isWaiting: () => queued().some(({ answer }) => answer === undefined),
    send: sendMessages,
    forget: () => useChatOutbox.setState({ messages: undefined }),
  });
}

/** When a queued message was written, as the server writes moments. */
export const writtenMoment = ({ writtenAt }: Pick<QueuedMessage, 'writtenAt'>) =>
  instantToIso(writtenAt as Instant);
