import type { Instant } from '#domain/time/instant.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { queueMessage } from '../messages/public.ts';

/** Where the owner of a password hears of its change; '' where there is nothing. */
export interface ToldContacts {
  readonly phone: string;
  readonly confirmedEmail: string;
}

/** Tells the phone and the confirmed e-mail that the password is another now, in the caller's transaction. */
export async function tellPasswordChanged(
  services: Pick<PortalServices, 'db' | 'secretFor'>,
  { phone, confirmedEmail }: ToldContacts,
  at: Instant,
): Promise<void> {
  const message = { kind: 'passwordChanged', params: {} } as const;
  if (phone !== '') await queueMessage(services, { ...message, channel: 'sms', recipient: phone }, at);
  if (confirmedEmail !== '') {
    await queueMessage(services, { ...message, channel: 'mail', recipient: confirmedEmail }, at);
  }
}
