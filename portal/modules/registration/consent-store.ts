import { consentVersion } from '#contract/consent.ts';
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
  readonly givenAt: string;
}

/** What an identity agreed to, the latest first. */
export async function listConsents(db: PortalDatabase, identityId: string): Promise<GivenConsent[]> {
  const rows = await db
    .selectFrom('portal.consent')
    .select(['kind', 'version', 'happened_at'])
    .where('identity_id', '=', identityId)
    .where('act', '=', 'given')
    .orderBy('happened_at', 'desc')
    .execute();
  return rows.map(({ kind, version, happened_at }) => ({
    kind,
    version,
    givenAt: instantToIso(happened_at as Instant),
  }));
}
