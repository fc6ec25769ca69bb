import type { Instant } from '#domain/time/instant.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { sendNotices } from '../../notifications/public.ts';
import { maskedPhone } from '../customer-shown.ts';
import type { PersonWithAccess, ProvenContacts } from './access-store.ts';
import { shortName, whoAllows } from './show-access.ts';

/** Somebody who knows the code of an account that others have. */
export interface NewAccessRequest {
  readonly account: string;
  /** Who has it, in the order in which they came. */
  readonly people: readonly PersonWithAccess[];
  /** Of the contract. */
  readonly phone: string;
  readonly own: ProvenContacts;
}

/** Tells whoever may let somebody in that they ask: the holders of the contract, or who came first where there is none. */
export async function askFirstHolder(
  { db, secretFor, config }: Pick<PortalServices, 'db' | 'secretFor' | 'config'>,
  { account, people, phone, own }: NewAccessRequest,
  now: Instant,
): Promise<void> {
  const who = maskedPhone(own.phone) || shortName(own) || '•••';
  const params = { account, name: '', who, change: 'asked' };
  const notices = whoAllows(people, phone).map(({ identityId }) => ({
    identityId,
    kind: 'accessChanged' as const,
    params,
  }));
  await sendNotices({ secretFor, config }, db, notices, now);
}
