import { newId } from '#platform/uuid.ts';
import type { TestApp } from '../start-test-app.ts';

export interface IdentityFixture {
  readonly type?: 'person' | 'entity';
  readonly email?: string;
  readonly emailConfirmed?: boolean;
  readonly blocked?: boolean;
  readonly account?: string;
}

/** Creates a person without a password at the test clock's time; returns the identity. */
export async function makeIdentity(
  app: TestApp,
  phone: string,
  fixture: IdentityFixture = {},
): Promise<string> {
  const { type = 'person', email = '', emailConfirmed = false, blocked = false, account } = fixture;
  const at = new Date(app.clock.now()).toISOString();
  const identityId = newId();
  await app.portalDb
    .insertInto('portal.identity')
    .values({
      identity_id: identityId,
      identity_type: type,
      phone,
      email,
      password_hash: '',
      created_at: at,
      email_confirmed_at: emailConfirmed ? at : null,
      blocked_at: blocked ? at : null,
    })
    .execute();
  if (account !== undefined) {
    await app.portalDb
      .insertInto('portal.identity_account')
      .values({ identity_id: identityId, account_number: account, owner_type: type, added_at: at })
      .execute();
  }
  return identityId;
}
