import { DUE_LIST } from '#billing/api/balance.ts';
import { addMoney, type Kopiykas, moneyFromWire, moneyToWire, zeroMoney } from '#domain/money.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { MessageKind } from './message.template.ts';
import type { StoredMessage } from './message-store.ts';

type Params = Readonly<Record<string, string>>;
interface Due {
  readonly energy: Kopiykas;
  readonly acts: Kopiykas;
}

/** Kinds whose words ask for a sum, and what the sum is of. */
const sumOf: Partial<Record<MessageKind, (due: Due) => Kopiykas>> = {
  billIssued: ({ energy }) => energy,
  dueSoon: ({ energy }) => energy,
  paymentReminder: ({ energy, acts }) => addMoney(energy, acts),
};

/** A sum as old as this is read anew. */
const freshMs = 5 * 60_000;

/**
 * What fills a message that asks for money, with what is due when it is sent: it may have been paid while the message waited
 * for the morning or for a provider. undefined: a reminder of what is paid, which nobody needs. Throws while the back end is away.
 */
export async function withDueNow(
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
  const sum = sumIn({ energy: moneyFromWire(due.energy), acts: moneyFromWire(due.acts) });
  if (sum === zeroMoney && kind !== 'billIssued') return undefined;
  return { ...params, sum: moneyToWire(sum) };
}
