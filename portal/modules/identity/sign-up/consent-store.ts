import { type RawBuilder, sql } from 'kysely';
import { consentVersion } from '#contract/identity/consent.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Who agreed, when, and from where. */
export interface NewConsent {
  readonly identityId: string;
  readonly at: Instant;
  readonly address: string;
  /** The browser's user agent. */
  readonly device: string;
}

/** Adds to the register that a customer agreed to the text that stands (`consentVersion`). Rows are only added. */
export async function insertConsent(db: PortalDatabase, consent: NewConsent): Promise<void> {
  await db
    .insertInto('portal.consent')
    .values({
      consent_id: newId(),
      identity_id: consent.identityId,
      kind: 'personalData',
      act: 'given',
      version: consentVersion,
      happened_at: instantToIso(consent.at),
      address: consent.address,
      device: consent.device,
    })
    .execute();
}

export interface GivenConsent {
  readonly kind: string;
  readonly version: string;
  readonly givenAt: Instant;
}

/** SQL of what an identity agreed to, the latest first, as one value of JSON. */
export function consentsOf(identityId: string): RawBuilder<unknown> {
  return sql`
    select coalesce(jsonb_agg(
             jsonb_build_object('kind', kind, 'version', version, 'givenAt', round(extract(epoch from happened_at) * 1000))
             order by happened_at desc), '[]')
      from portal.consent where identity_id = ${identityId}::uuid and act = 'given'
  `;
}
