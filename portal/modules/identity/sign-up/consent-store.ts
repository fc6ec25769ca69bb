import { type RawBuilder, sql } from 'kysely';
import { consentKinds, type LegalKey, legalKeys } from '#contract/values/legal-keys.ts';
import type { LegalAnswers } from '#domain/legal-texts/legal-versions.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { json, text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, failFields } from '#portal/http/call-result.ts';
import {
  legalTextAt,
  legalVersionName,
  legalVersionNumber,
  readLegalTexts,
} from '#portal/modules/content/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Who agreed, when, and from where. */
export interface NewConsent {
  readonly identityId: string;
  readonly at: Instant;
  readonly address: string;
  /** The browser's user agent. */
  readonly device: string;
}

/** A program that names the version it has shown is refused when another one is in force. */
export async function refuseOtherVersion(
  db: PortalDatabase,
  shown: string | undefined,
  at: Instant,
): Promise<CallFailure | undefined> {
  if (shown === undefined) return undefined;
  const present = legalTextAt((await readLegalTexts(db)).privacy, at);
  if (legalVersionName(present.number) === shown) return undefined;
  return failFields([{ path: 'consentVersion', code: 'field.invalid' }]);
}

/** Adds to the register that a customer agreed to the legal texts in force. Rows are only added. */
export async function insertConsents(db: PortalDatabase, consent: NewConsent): Promise<void> {
  const texts = await readLegalTexts(db);
  const rows = legalKeys.map((key) =>
    rowOf(key, 'given', legalTextAt(texts[key], consent.at).number, consent),
  );
  await db.insertInto('portal.consent').values(rows).execute();
}

/** Adds an answer to a new version, once. */
export async function insertAnswer(
  db: PortalDatabase,
  { key, act, number }: { key: LegalKey; act: 'given' | 'informed'; number: number },
  consent: NewConsent,
): Promise<void> {
  const row = rowOf(key, act, number, consent);
  await sql`
    insert into portal.consent (consent_id, identity_id, kind, act, version, happened_at, address, device)
    select ${row.consent_id}::uuid, ${row.identity_id}::uuid, ${row.kind}, ${act}, ${row.version},
      ${row.happened_at}::timestamptz, ${row.address}, ${row.device}
    where not exists (select from portal.consent
                       where identity_id = ${row.identity_id}::uuid and kind = ${row.kind} and act = ${act}
                         and version = ${row.version})`.execute(db);
}

function rowOf(key: LegalKey, act: 'given' | 'informed', number: number, consent: NewConsent) {
  return {
    consent_id: newId(),
    identity_id: consent.identityId,
    kind: consentKinds[key],
    act,
    version: legalVersionName(number),
    happened_at: instantToIso(consent.at),
    address: consent.address,
    device: consent.device,
  };
}

/** What an identity has answered to each legal text. */
export async function readAnswers(
  db: PortalDatabase,
  identityId: string,
): Promise<Record<LegalKey, LegalAnswers>> {
  const { rows } = await typedSql({ kind: text(), act: text(), versions: json<string[]>() })`
    select kind, act, jsonb_agg(distinct version) as versions
    from portal.consent where identity_id = ${identityId}::uuid group by kind, act`.execute(db);
  const numbersOf = (key: LegalKey, act: string) =>
    rows
      .filter((row) => row.kind === consentKinds[key] && row.act === act)
      .flatMap(({ versions }) => versions.map(legalVersionNumber))
      .filter((number) => !Number.isNaN(number));
  return Object.fromEntries(
    legalKeys.map((key) => [key, { given: numbersOf(key, 'given'), informed: numbersOf(key, 'informed') }]),
  ) as unknown as Record<LegalKey, LegalAnswers>;
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
             order by happened_at desc, kind), '[]')
      from portal.consent where identity_id = ${identityId}::uuid and act = 'given'
  `;
}
