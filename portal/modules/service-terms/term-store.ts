import type { Kopiykas } from '#domain/money.ts';
import type { ChatRule } from '#domain/service-terms/chat-hours.ts';
import type { CompensationRule } from '#domain/service-terms/compensation.ts';
import type { CompensationClass, ServiceStandard, Term } from '#domain/service-terms/service-standard.ts';
import type { CalendarException, WorkCalendar } from '#domain/service-terms/work-calendar.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { bool, date, int4, int8, json, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** All standards, of each code in the order of their dates. */
export async function listStandards(db: PortalDatabase): Promise<readonly ServiceStandard[]> {
  const { rows } = await typedSql({
    code: text(),
    validFrom: date<LocalDate>(),
    days: int4(),
    unit: text<Term['unit']>(),
    basis: text(),
    extensionDays: nullable(int4()),
    household: nullable(int8<Kopiykas>()),
    smallBusiness: nullable(int8<Kopiykas>()),
    other: nullable(int8<Kopiykas>()),
    compensationDays: nullable(int4()),
  })`
    select code, valid_from as "validFrom", term_days as days, term_unit as unit, basis, extension_days as "extensionDays",
      household_kopiykas as household, small_business_kopiykas as "smallBusiness", other_kopiykas as other,
      compensation_days as "compensationDays"
    from portal.service_standard order by code, valid_from`.execute(db);
  return rows.map(({ days, unit, household, smallBusiness, other, compensationDays, ...standard }) => ({
    ...standard,
    term: { days, unit },
    compensation:
      household === null || smallBusiness === null || other === null
        ? null
        : {
            amounts: { household, smallBusiness, other } satisfies Record<CompensationClass, Kopiykas>,
            term: compensationDays === null ? null : { days: compensationDays, unit: 'calendar' },
          },
  }));
}

/** All versions of the calendar. */
export async function listCalendars(db: PortalDatabase): Promise<readonly WorkCalendar[]> {
  const { rows } = await typedSql({
    version: int4(),
    validFrom: date<LocalDate>(),
    daysOff: json<readonly number[]>(),
    days: json<Readonly<Record<LocalDate, CalendarException>>>(),
    holidaysAreWorkdays: bool(),
    opensAt: int4(),
    closesAt: int4(),
    afterHoursIsNextDay: bool(),
  })`
    select c.version, c.valid_from as "validFrom", to_json(c.weekly_days_off) as "daysOff",
      coalesce((select json_object_agg(to_char(d.day, 'YYYY-MM-DD'), d.kind)
        from portal.work_calendar_day d where d.version = c.version), '{}') as days,
      c.holidays_are_workdays as "holidaysAreWorkdays",
      (extract(epoch from c.opens_at) / 60)::int as "opensAt",
      (extract(epoch from c.closes_at) / 60)::int as "closesAt",
      c.after_hours_is_next_day as "afterHoursIsNextDay"
    from portal.work_calendar c order by c.version`.execute(db);
  return rows.map(({ daysOff, days, ...calendar }) => ({
    ...calendar,
    weeklyDaysOff: new Set(daysOff),
    exceptions: new Map(Object.entries(days) as [LocalDate, CalendarException][]),
  }));
}

/** All rules of the hours of chats. */
export async function listChatRules(db: PortalDatabase): Promise<readonly ChatRule[]> {
  const { rows } = await typedSql({
    validFrom: date<LocalDate>(),
    opensAt: int4(),
    closesAt: int4(),
    answerMinutes: int4(),
    ticketAfterMinutes: int4(),
    endsAfterMinutes: int4(),
  })`
    select valid_from as "validFrom", (extract(epoch from opens_at) / 60)::int as "opensAt",
      (extract(epoch from closes_at) / 60)::int as "closesAt", answer_minutes as "answerMinutes",
      ticket_after_minutes as "ticketAfterMinutes", ends_after_minutes as "endsAfterMinutes"
    from portal.chat_rule order by valid_from`.execute(db);
  return rows;
}

/** All rules of the last day of a compensation, in the order of their dates. */
export async function listCompensationRules(db: PortalDatabase): Promise<readonly CompensationRule[]> {
  const { rows } = await typedSql({ validFrom: date<LocalDate>(), days: int4(), basis: text() })`
    select valid_from as "validFrom", due_days as days, basis from portal.compensation_rule order by valid_from`.execute(
    db,
  );
  return rows;
}

/** All versions of each, as the tables that are read have them. */
export async function loadVersions(db: PortalDatabase) {
  const standards = await listStandards(db);
  const calendars = await listCalendars(db);
  const chats = await listChatRules(db);
  return { standards, calendars, chats, compensations: await listCompensationRules(db) };
}
export type Versions = Awaited<ReturnType<typeof loadVersions>>;
