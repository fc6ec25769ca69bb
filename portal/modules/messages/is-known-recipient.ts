import { type RawBuilder, sql } from 'kysely';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { StoredMessage } from './message-store.ts';

interface Known {
  readonly known: boolean;
}

/** Two look-ups by key, each as its partial index is written. */
function knownPerson(recipient: string): RawBuilder<Known> {
  return sql`
    select exists (select from portal.identity
                    where identity_type = 'person' and phone = ${recipient}::text and blocked_at is null)
        or exists (select from portal.identity
                    where identity_type = 'person' and email_confirmed_at is not null
                      and lower(email) = lower(${recipient}::text) and blocked_at is null) as known
  `;
}

function knownEntity(recipient: string, account: string | null): RawBuilder<Known> {
  return sql`
    select exists (
      select from portal.identity_account a
        join portal.identity i on i.identity_id = a.identity_id and i.blocked_at is null
       where a.account_number = ${account}::text and a.owner_type = 'entity'
         and (i.phone = ${recipient}::text
              or (i.email_confirmed_at is not null and lower(i.email) = lower(${recipient}::text)))
    ) as known
  `;
}

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
  const query = condition === 'knownPerson' ? knownPerson(recipient) : knownEntity(recipient, account);
  const { rows } = await query.execute(db);
  return rows[0]?.known === true;
}
