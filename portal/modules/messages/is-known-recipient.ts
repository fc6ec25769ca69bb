import { sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { StoredMessage } from './message-store.ts';

/**
 * Whether the condition of a message holds: its recipient is the phone or the confirmed e-mail of a person, or of the
 * entity that has the account. Asked here and not where the message is asked for, so that nobody learns from the time of an
 * answer who is known.
 */
export async function isKnownRecipient(
  db: PortalDatabase,
  { condition, recipient, condition_account: account }: StoredMessage,
): Promise<boolean> {
  if (condition === 'always') return true;
  const type = condition === 'knownPerson' ? 'person' : 'entity';
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from portal.identity i
       where i.identity_type = ${type}::text and i.blocked_at is null
         and (i.phone = ${recipient}::text
              or (lower(i.email) = lower(${recipient}::text) and i.email_confirmed_at is not null))
         and (${type}::text = 'person'
              or exists (select from portal.identity_account a
                          where a.identity_id = i.identity_id and a.owner_type = 'entity'
                            and a.account_number = ${account}::text))
    ) as known
  `.execute(db);
  return rows[0]?.known === true;
}
