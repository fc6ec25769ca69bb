import { type LegalKey, legalKeys, shippedLegalVersion } from '#contract/values/legal-keys.ts';
import { type VersionInTime, versionOn, versionsInTime } from '#domain/legal-texts/legal-versions.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { type LocalDate, localDate } from '#domain/time/local-date.ts';
import { int4, json, text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import type { ContentOf } from './content-store.ts';
import { shippedLegalTexts } from './legal-texts.template.ts';

export type LegalContent = ContentOf<'legal'>;

/** A version of a legal text; number 0 came with the product. */
export type LegalText = VersionInTime<{
  readonly number: number;
  readonly from: LocalDate | null;
  readonly asksConsent: boolean;
  readonly content: LegalContent;
}>;

/** Of each text the versions that count at some time, the first one first. */
export async function readLegalTexts(db: PortalDatabase): Promise<Record<LegalKey, readonly LegalText[]>> {
  const { rows } = await typedSql({ key: text<LegalKey>(), number: int4(), content: json<LegalContent>() })`
    select key, version as number, content
    from portal.content_version where kind = 'legal' and state = 'published'`.execute(db);
  return Object.fromEntries(
    legalKeys.map((key) => [
      key,
      legalTextsOf(
        key,
        rows.filter((row) => row.key === key),
      ),
    ]),
  ) as Record<LegalKey, readonly LegalText[]>;
}

/** The same of one text, from what is published of it. */
export function legalTextsOf(
  key: LegalKey,
  published: readonly { readonly number: number; readonly content: LegalContent }[],
): readonly LegalText[] {
  const shipped = shippedLegalTexts[key];
  return versionsInTime([
    { number: 0, from: null, asksConsent: shipped.asksConsent, content: shipped },
    ...published.map(({ number, content }) => ({
      number,
      from: localDate(content.effectiveFrom),
      asksConsent: content.asksConsent,
      content,
    })),
  ]);
}

/** The version in force at a moment. */
export function legalTextAt(versions: readonly LegalText[], at: Instant): LegalText {
  const found = versionOn(versions, kyivDateOf(at));
  if (found === undefined) throw new Error('a legal text has no version');
  return found;
}

/** A version as consents and addresses name it. */
export function legalVersionName(number: number): string {
  return number === 0 ? shippedLegalVersion : String(number);
}

/** Reads what `legalVersionName` writes; NaN: another text of long ago. */
export function legalVersionNumber(name: string): number {
  return name === shippedLegalVersion ? 0 : Number(name);
}
