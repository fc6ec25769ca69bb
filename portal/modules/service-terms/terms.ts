import { type FrozenTerm, freezeTerm } from '#domain/service-terms/legal-clock.ts';
import { type ServiceStandard, standardOn } from '#domain/service-terms/service-standard.ts';
import { newestOf, type WorkCalendar } from '#domain/service-terms/work-calendar.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { listCalendars, listStandards } from './term-store.ts';

interface PromisedTerm {
  readonly term: FrozenTerm;
  readonly standard: ServiceStandard;
}

/** Standards and calendars of the supplier. */
interface ServiceTerms {
  /**
   * The term of a request that was received at that moment, with its standard. To change the topic of a request, ask again
   * with the moment of its receipt.
   * @throws Error when there is no standard of that code or no calendar for that day: a topic names one that exists.
   */
  freeze(code: string, receivedAt: Instant): PromisedTerm;
  /** What is promised for requests received at that moment, one of each code, in the order of the codes. */
  promisedAt(receivedAt: Instant): readonly PromisedTerm[];
  /** The version of a standard that a term was frozen with. @throws Error when there is no such version. */
  standard(code: string, validFrom: LocalDate): ServiceStandard;
  /** The calendar a term was frozen with. @throws Error when there is no such version. */
  calendar(version: number): WorkCalendar;
}

/**
 * Standards and calendars as they are now. Two small statements, also inside a transaction; nothing is cached, so that a change
 * counts on every node at once.
 */
export async function loadServiceTerms(db: PortalDatabase): Promise<ServiceTerms> {
  const standards = await listStandards(db);
  const calendars = await listCalendars(db);
  const promise = (code: string, receivedAt: Instant): PromisedTerm | undefined => {
    const day = kyivDateOf(receivedAt);
    const standard = standardOn(standards, code, day);
    const calendar = newestOf(calendars, day);
    if (standard === undefined || calendar === undefined) return undefined;
    return { term: freezeTerm(receivedAt, standard, calendar), standard };
  };
  return {
    freeze(code, receivedAt) {
      const promised = promise(code, receivedAt);
      if (promised === undefined) throw new Error(`no service standard ${code} or no calendar at that time`);
      return promised;
    },
    promisedAt: (receivedAt) =>
      [...new Set(standards.map(({ code }) => code))].flatMap((code) => promise(code, receivedAt) ?? []),
    standard(code, validFrom) {
      const standard = standards.find((one) => one.code === code && one.validFrom === validFrom);
      if (standard === undefined) throw new Error(`no service standard ${code} of ${validFrom}`);
      return standard;
    },
    calendar(version) {
      const calendar = calendars.find((one) => one.version === version);
      if (calendar === undefined) throw new Error(`no work calendar ${version}`);
      return calendar;
    },
  };
}
