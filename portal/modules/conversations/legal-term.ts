import type { Instant } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { loadServiceTerms } from '#portal/modules/service-terms/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** The term of a request as it is kept with it: later rules do not change it. */
export interface LegalTerm {
  readonly standardCode: string;
  /** The version of the standard. */
  readonly standardValidFrom: LocalDate;
  /** Act and clause. */
  readonly basis: string;
  readonly days: number;
  readonly unit: 'working' | 'calendar';
  readonly calendarVersion: number;
  readonly receivedOn: LocalDate;
  /** The last day of the term. */
  readonly dueOn: LocalDate;
}

/** Counts the terms of what is received at a moment, by the standards and the calendar as they are now. */
export async function openTerms(
  db: PortalDatabase,
): Promise<(standardCode: string, receivedAt: Instant) => LegalTerm> {
  const terms = await loadServiceTerms(db);
  return (standardCode, receivedAt) => {
    const { term, standard } = terms.freeze(standardCode, receivedAt);
    const { standardValidFrom, calendarVersion, receivedOn, dueOn } = term;
    const rule = { standardCode, standardValidFrom, basis: standard.basis, ...term.term };
    return { ...rule, calendarVersion, receivedOn, dueOn };
  };
}

/** The term of one request. */
export async function legalTerm(
  db: PortalDatabase,
  standardCode: string,
  receivedAt: Instant,
): Promise<LegalTerm> {
  return (await openTerms(db))(standardCode, receivedAt);
}
