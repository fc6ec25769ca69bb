import icalendar, { ICalAlarmType, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import { type Instant, instantFromIso, instantToIso } from '#domain/time/instant.ts';
import { formatMoment, kyivMidnight, kyivTimeOf } from '#domain/time/kyiv.ts';
import { addDays, formatDate, localDate } from '#domain/time/local-date.ts';
import { monthWords } from '#domain/time/month-names.template.ts';
import type { ReminderFacts } from './plan-reminders.ts';

/** An object of the calendar: what is known of it, and how the person calls it. */
interface CalendarObject {
  readonly name: string;
  readonly facts: ReminderFacts;
}

/** What a calendar is made of. */
export interface CalendarFeed {
  readonly objects: readonly CalendarObject[];
  /** Address of the cabinet. */
  readonly site: string;
  /** When the address was made: events carry it, so that the same facts give the same bytes. */
  readonly madeAt: Instant;
  /** Its links lead to the cabinet of legal entities. */
  readonly isEntity: boolean;
}

/** Where an event leads to. */
const addressOf = ({ site, isEntity }: CalendarFeed, page: string, accountNumber: string) =>
  `${site}/cabinet/${isEntity ? 'entity' : 'person'}/${page}account=${accountNumber}`;

const hour = 3600;
const day = 24 * hour;

/** All-day events count from midnight; alarms are at nine in the morning. */
const morning = 9 * hour;
const opensAt = 10 * hour;
const daysBeforeDue = 3;

/** The day as the library takes it, whatever the time zone of this machine. */
const dayOf = (date: string) => `${date}T00:00:00.000Z`;

type Calendar = ReturnType<typeof icalendar>;

function closingWords(end: Instant): string {
  const { hour, minute } = kyivTimeOf(end);
  if (hour === 0 && minute === 0) {
    return `до кінця дня ${formatDate(kyivTimeOf((end - 1) as Instant).date)}`;
  }
  return `до ${formatMoment(end)}`;
}

/** From the first moment of a window to its last, in UTC: the hour of its end is a part of the rule (KKOEE 8.6.3). */
function addWindows(calendar: Calendar, { name, facts }: CalendarObject, feed: CalendarFeed): void {
  const { accountNumber, windows, takesReadings, awaitsReading } = facts;
  if (!takesReadings) return;
  windows.forEach(({ period, opensOn, closesAt }, index) => {
    const isGiven = index === 0 && !awaitsReading;
    if (isGiven) return;
    const opens = kyivMidnight(localDate(opensOn));
    const closes = instantFromIso(closesAt);
    const lastMorning = kyivMidnight(kyivTimeOf((closes - 1) as Instant).date) + morning * 1000;
    const event = calendar.createEvent({
      id: `window-${period}-${accountNumber}@svitlo`,
      stamp: instantToIso(feed.madeAt),
      start: instantToIso(opens),
      end: instantToIso(closes),
      summary: `Показання лічильника: ${name}`,
      description: `Передайте показання за ${monthWords(period)} ${closingWords(closes)}. Особовий рахунок ${accountNumber}.`,
      url: addressOf(feed, 'indication?', accountNumber),
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    });
    for (const at of [opens + opensAt * 1000, lastMorning]) {
      event.createAlarm({
        type: ICalAlarmType.display,
        trigger: instantToIso(at as Instant),
        description: `Показання лічильника: ${name}`,
      });
    }
  });
}

/** The last day of payment, while something is owed. */
function addDue(calendar: Calendar, { name, facts }: CalendarObject, feed: CalendarFeed): void {
  const { accountNumber, owed } = facts;
  if (owed === null) return;
  const sum = `${formatMoney(moneyFromWire(owed.sum))} грн`;
  calendar
    .createEvent({
      id: `due-${owed.period}-${accountNumber}@svitlo`,
      stamp: instantToIso(feed.madeAt),
      start: dayOf(owed.dueOn),
      end: dayOf(addDays(localDate(owed.dueOn), 1)),
      allDay: true,
      summary: `Сплатити за електроенергію: ${sum}, ${name}`,
      description: `Рахунок за ${monthWords(owed.period)}, до сплати ${sum}. Особовий рахунок ${accountNumber}.`,
      url: addressOf(
        feed,
        feed.isEntity ? `bills/invoices?period=${owed.period}&` : `bills/${owed.period}?`,
        accountNumber,
      ),
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    })
    .createAlarm({
      type: ICalAlarmType.display,
      triggerBefore: daysBeforeDue * day - morning,
      description: `Сплатити ${sum} до ${formatDate(localDate(owed.dueOn))}`,
    });
}

/** A calendar (RFC 5545) of the reading windows and due dates of a customer's objects. */
export function calendarFeed(feed: CalendarFeed): string {
  const calendar = icalendar({
    name: 'Світло',
    prodId: { company: 'Svitlo', product: 'cabinet', language: 'UK' },
    ttl: 6 * hour,
  });
  for (const object of feed.objects) {
    addWindows(calendar, object, feed);
    addDue(calendar, object, feed);
  }
  return calendar.toString();
}
