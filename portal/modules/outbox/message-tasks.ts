import { DUE_LIST } from '#billing/api/balance.ts';
import { BILL_PDF } from '#billing/api/bills.ts';
import { fileTypes } from '#contract/define-call.ts';
import {
  addMoney,
  type Kopiykas,
  moneyFromWire,
  moneyToWire,
  smallerMoney,
  zeroMoney,
} from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import { bool, typedSql } from '#platform/database/typed-sql.ts';
import type { Tasks } from '#platform/jobs/task.ts';
import { UnknownKeyError } from '#platform/key-ring.ts';
import { type MessageGateways, outboxName } from '#portal/gateways/messages/all-gateways.ts';
import type { Attachment, Delivery, MessageGateway } from '#portal/gateways/messages/message-gateway.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { payAddress } from '../bills/public.ts';
import { composeMessage, type MessageKind } from './message.template.ts';
import {
  beginAttempt,
  endMessage,
  noteFailedAttempt,
  replaceBody,
  type StoredMessage,
} from './message-store.ts';
import { addSendingJob, billPriority, maxAttempts, noticePriority, sendingJobs } from './queue-messages.ts';
import { backoffSeconds, usesLongRetry } from './retry-policy.ts';
import { createParamsSealer, openParams } from './seal.ts';

type Params = Readonly<Record<string, string>>;
interface Due {
  readonly energy: Kopiykas;
  readonly acts: Kopiykas;
}

/** Kinds whose words ask for a sum, and what the sum is of; undefined: these words ask for none. */
const sumOf: Partial<Record<MessageKind, (due: Due, params: Params) => Kopiykas | undefined>> = {
  billIssued: ({ energy }) => energy,
  dueSoon: ({ energy }) => energy,
  paymentReminder: ({ energy, acts }) => addMoney(energy, acts),
  // Of one act among others: not more than is due for all of them.
  violationAct: ({ acts }, { step, sum = '0.00' }) =>
    step === 'cancelled' ? undefined : smallerMoney(acts, moneyFromWire(sum)),
};

/** A sum as old as this is read anew. */
const freshMs = 5 * 60_000;

/**
 * What fills a message that asks for money, with what is due when it is sent: it may have been paid while the message waited
 * for the morning or for a provider. undefined: a reminder of what is paid, which nobody needs. Throws while the back end is away.
 */
async function withDueNow(
  { billing }: Pick<PortalServices, 'billing'>,
  { message_id: reference, kind, created_at: createdAt }: StoredMessage,
  params: Params,
  now: Instant,
): Promise<Params | undefined> {
  const sumIn = sumOf[kind];
  const { account } = params;
  if (sumIn === undefined || account === undefined || createdAt > now - freshMs) return params;
  const result = await billing.call(DUE_LIST, { accountNumbers: [account] }, { reference, actor: 'portal' });
  if (!result.ok) throw new Error(`DUE_LIST refused: ${result.code}`);
  const [due] = result.data.accounts;
  if (due === undefined) return params;
  const sum = sumIn({ energy: moneyFromWire(due.energy), acts: moneyFromWire(due.acts) }, params);
  if (sum === undefined) return params;
  if (sum === zeroMoney && kind !== 'billIssued') return undefined;
  return { ...params, sum: moneyToWire(sum) };
}

const knownColumns = { known: bool() };

/** Two key look-ups, each matching its partial index. */
function knownPerson(recipient: string) {
  return typedSql(knownColumns)`
    select exists (select from portal.identity
                    where identity_type = 'person' and phone = ${recipient}::text)
        or exists (select from portal.identity
                    where identity_type = 'person' and email_confirmed_at is not null
                      and lower(email) = lower(${recipient}::text)) as known
  `;
}

function knownEntity(recipient: string, account: string | null) {
  return typedSql(knownColumns)`
    select exists (
      select from portal.cabinet_account a
        join portal.identity i on i.identity_id = a.identity_id
       where a.account_number = ${account}::text and a.owner_type = 'entity'
         and (i.phone = ${recipient}::text
              or (i.email_confirmed_at is not null and lower(i.email) = lower(${recipient}::text)))
    ) as known
  `;
}

/**
 * Whether the recipient is the phone or the confirmed e-mail of a person, or of the entity with the account. Checked
 * when sending and not when queueing, so that response times do not reveal who is known. Whoever is blocked gets the code, and is told by it.
 */
async function isKnownRecipient(
  db: PortalDatabase,
  { condition, recipient, condition_account: account }: StoredMessage,
): Promise<boolean> {
  if (condition === 'always') return true;
  const query = condition === 'knownPerson' ? knownPerson(recipient) : knownEntity(recipient, account);
  const { rows } = await query.execute(db);
  return rows[0]?.known === true;
}

/**
 * The bill that goes with a letter, drawn now; undefined: none does, or the back end has no such bill, and the letter goes
 * without. Throws while the back end is away.
 */
async function attachBill(
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

interface SendingServices extends Pick<PortalServices, 'db' | 'clock' | 'keys' | 'billing' | 'config'> {
  readonly gateways: MessageGateways;
}

/** Our own error counts as a failed attempt, like a provider's. */
async function deliver(
  services: SendingServices,
  gateway: MessageGateway | undefined,
  message: StoredMessage,
): Promise<{ readonly delivery: Delivery | { readonly kind: 'outdated' }; readonly fault?: unknown }> {
  const { message_id: messageId, channel, kind, recipient, body_sealed: sealed } = message;
  if (gateway === undefined) return { delivery: { kind: 'failed', reason: 'no provider' } };
  if (sealed === null) return { delivery: { kind: 'refused', reason: 'no body' } };
  try {
    const attachment = await attachBill(services, message);
    const kept = openParams(services, sealed);
    const params = await withDueNow(services, message, kept, services.clock.now());
    if (params === undefined) return { delivery: { kind: 'outdated' } };
    // The outbox shows the text as sent.
    if (params !== kept && gateway.name === outboxName)
      await replaceBody(services.db, messageId, createParamsSealer(services)(params));
    const text = composeMessage(channel, kind, attachment ? { ...params, attached: 'bill' } : params);
    const outgoing = { messageId, recipient, ...text, ...(attachment && { attachment }) };
    return { delivery: await gateway.send(outgoing) };
  } catch (fault) {
    const reason = fault instanceof UnknownKeyError ? fault.message : 'a fault of ours';
    return { delivery: { kind: 'failed', reason }, fault };
  }
}

/**
 * One attempt to send a message: 'expired' when its time is over or it reminds of a paid bill, 'withheld' when its
 * recipient must be known and is not; else the providers of the channel in turn, one per attempt. A message that is
 * sent, refused or tried six times is finished and its body deleted; mails with a bill are retried with backoff until
 * they expire. Throws when a retry is due.
 */
async function sendMessage(services: SendingServices, messageId: string): Promise<void> {
  const { db, clock, gateways } = services;
  const message = await beginAttempt(db, messageId);
  if (message === undefined) return;
  if (message.expires_at !== null && message.expires_at <= clock.now()) {
    return endMessage(db, messageId, { state: 'expired' });
  }
  if (!(await isKnownRecipient(db, message))) return endMessage(db, messageId, { state: 'withheld' });

  const providers = gateways[message.channel];
  const gateway = providers[(message.attempts - 1) % Math.max(1, providers.length)];
  const provider = gateway?.name ?? null;
  const { delivery, fault } = await deliver(services, gateway, message);
  if (delivery.kind === 'outdated') return endMessage(db, messageId, { state: 'expired' });
  if (delivery.kind === 'sent') {
    const keepBody = gateway?.name === outboxName;
    return endMessage(db, messageId, {
      state: 'sent',
      provider: gateway?.name ?? '',
      reference: delivery.reference,
      at: clock.now(),
      keepBody,
    });
  }
  const { kind, reason, retryAfterSeconds } = delivery;
  const waits = usesLongRetry(message);
  if (kind === 'refused' || (message.attempts >= maxAttempts && !waits)) {
    return endMessage(db, messageId, { state: 'failed', provider, reason });
  }
  await noteFailedAttempt(db, messageId, provider, reason);
  const pauseSeconds = retryAfterSeconds ?? (waits ? backoffSeconds(message.attempts) : undefined);
  if (pauseSeconds !== undefined) {
    const runAt = (clock.now() + pauseSeconds * 1000) as Instant;
    const priority = message.attached_account === null ? noticePriority : billPriority;
    return addSendingJob(db, message.channel, messageId, { priority, runAt });
  }
  throw new Error(`message ${messageId} by ${provider ?? message.channel}: ${reason}`, { cause: fault });
}

/** Message jobs: one queue per channel. */
export function messageTasks(services: SendingServices): Tasks {
  async function send(payload: unknown): Promise<void> {
    const isNamed = typeof payload === 'object' && payload !== null && 'messageId' in payload;
    if (!isNamed) throw new Error('a job without its message');
    await sendMessage(services, String(payload.messageId));
  }
  return Object.fromEntries(Object.values(sendingJobs).map((name) => [name, send]));
}
