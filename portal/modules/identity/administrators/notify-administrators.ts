import { adminLinkDays } from '#contract/identity/administrators.ts';
import type { Instant } from '#domain/time/instant.ts';
import { nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalServices } from '#portal/http/route.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { type NewMessage, queueMessages } from '../../outbox/public.ts';

type Services = Pick<PortalServices, 'db' | 'keys'>;

/** Where an administrator is reached. */
export interface AdministratorContacts {
  readonly phone: string | null;
  readonly email: string | null;
}

/** What was done to the access of an administrator, as the messages name it. */
export type AccessNews =
  | 'created'
  | 'link'
  | 'password'
  | 'roles'
  | 'contact'
  | 'factor'
  | 'blocked'
  | 'unblocked'
  | 'sessions';

/** The e-mail, which has room for a link; else the phone. undefined: neither is known. */
export function contactForLink({ phone, email }: AdministratorContacts): string | undefined {
  return email ?? phone ?? undefined;
}

const messageTo = (
  recipient: string,
  message: Pick<NewMessage, 'kind' | 'params' | 'expiresAt'>,
): NewMessage => ({ channel: recipient.includes('@') ? 'mail' : 'sms', recipient, ...message });

/** Sends the link to set a password to its administrator alone. */
export async function sendLink(
  services: Services,
  recipient: string,
  link: { readonly login: string; readonly link: string; readonly expiresAt: Instant },
  at: Instant,
): Promise<void> {
  const { login, link: address, expiresAt } = link;
  const params = { login, link: address, days: String(adminLinkDays) };
  await queueMessages(services, [messageTo(recipient, { kind: 'adminLink', params, expiresAt })], at);
}

/** Contacts of the owners who can sign in, without these. */
async function listOwnerContacts(
  db: PortalDatabase,
  without: readonly string[],
): Promise<readonly AdministratorContacts[]> {
  const { rows } = await typedSql({ phone: nullable(text()), email: nullable(text()) })`
    select phone, email from portal.identity join portal.administrator_role using (identity_id)
     where role = 'owner' and blocked_at is null and identity_id <> all(${[...without]}::uuid[])
       and not exists (select from portal.administrator_link link
                        where link.identity_id = portal.identity.identity_id and link.is_first)`.execute(db);
  return rows;
}

/**
 * What notifies the person concerned, at the contacts before and after the change, and the other owners.
 * @param notice `contacts`: none of a person who gets a link and is notified by it. `actor`: without an id, the terminal
 * of the server.
 */
export async function listAccessMessages(
  db: PortalDatabase,
  {
    news,
    login,
    reason,
    identityId,
    actor,
    contacts,
  }: {
    readonly news: readonly AccessNews[];
    readonly login: string;
    readonly reason: string;
    readonly identityId: string;
    readonly actor: { readonly id?: string; readonly name: string };
    readonly contacts: readonly AdministratorContacts[];
  },
): Promise<readonly NewMessage[]> {
  if (news.length === 0) return [];
  const params = { news: news.join(), login, reason, who: actor.name };
  const reach = (all: readonly AdministratorContacts[]) => [
    ...new Set(all.flatMap(({ phone, email }) => [phone, email].filter((one) => one !== null))),
  ];
  const without = actor.id === undefined ? [identityId] : [identityId, actor.id];
  const owners = reach(await listOwnerContacts(db, without));
  return [
    ...reach(contacts).map((to) => messageTo(to, { kind: 'adminAccess', params })),
    ...owners.map((to) => messageTo(to, { kind: 'adminAccessOfOther', params })),
  ];
}
