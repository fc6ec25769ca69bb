import type { Zone } from '#domain/tariffs/tariff.ts';
import { daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import { isUntouched } from './reading-value.ts';

/** What a meter lacks; `last` is the day of its oldest last reading and the days from it on, when each register has one. */
export type ReadingGap = { last?: { date: LocalDate; days: number } };

/**
 * Whether a reading given now would tell more than what stands: a register has none as of that day or a later one. Undefined:
 * it would not. In the window the day is the 1st, and the days before it are charged by average without another reading.
 */
export function readingGap(
  registers: readonly { currentDate: string | null }[],
  effectiveDate: string,
): ReadingGap | undefined {
  const lacking = registers.filter(({ currentDate }) => currentDate === null || currentDate < effectiveDate);
  if (lacking.length === 0) return undefined;
  const dates = lacking.flatMap(({ currentDate }) => currentDate ?? []).toSorted() as LocalDate[];
  const [date] = dates;
  if (date === undefined || dates.length < lacking.length) return {};
  return { last: { date, days: daysBetween(date, effectiveDate as LocalDate) } };
}

/**
 * The zones of a meter that lack a value as of a day for which another register has one: a part was given. Empty: all have one, or
 * none. Source: product.md 7, a reading of several registers is done when every register is in.
 */
export function zonesLeft(
  registers: readonly { zone: Zone; currentDate: string | null }[],
  effectiveDate: string,
): readonly Zone[] {
  const left = registers.filter((register) => readingGap([register], effectiveDate));
  return left.length < registers.length ? left.map(({ zone }) => zone) : [];
}

/** Zones without a typed value while another has one, in the order of the meter: the first is the next to be typed. */
export function zonesToType(
  registers: readonly { zone: Zone }[],
  typed: Readonly<Partial<Record<Zone, string>>>,
): readonly Zone[] {
  const empty = registers.filter(({ zone }) => isUntouched(typed[zone]));
  return empty.length < registers.length ? empty.map(({ zone }) => zone) : [];
}

/** The facts of an account's meters that the rule needs, as `readings/meters` gives them. */
export interface AskFacts {
  readonly meters: readonly {
    readonly blocked: {
      readonly code: string;
      readonly message: string;
      readonly opensOn: string | null;
    } | null;
    readonly registers: readonly { readonly zone: Zone; readonly currentDate: string | null }[];
    readonly currentReading: { readonly correctable: boolean } | null;
  }[];
  readonly window: {
    readonly isOpen: boolean;
    readonly opensOn: string;
    readonly closesAt: string;
    readonly effectiveDate: string;
  };
}

/** What an account's holder can do about its readings now. The first two light the lamp, the others leave it dark. */
export type ReadingAsk =
  /**
   * `left`: the zones of the only meter of which a part was given. `last`: the customer gave one before the window, and the days from it
   * on would be charged by average.
   */
  | {
      kind: 'give';
      closesAt: string;
      left?: readonly Zone[];
      last?: NonNullable<ReadingGap['last']>;
    }
  /** Input is blocked, a photo is taken instead; `message` says where to send it. */
  | { kind: 'sendPhoto'; message: string }
  /** Nothing now. `isRead`: the readings are there, be it by a photo. `opensOn` is the day of the next window, undefined in an open one. */
  | { kind: 'wait'; isRead: boolean; opensOn: string | undefined }
  /** No meter takes a reading and no window is waited for; undefined `reason`: there is no meter. */
  | { kind: 'closed'; reason: { code: string; message: string } | undefined };

/** Blocks that ask nothing of the customer: the readings come from somebody else. */
export const readWithoutCustomer: ReadonlySet<string> = new Set([
  'readings.takenByOperator',
  'readings.substation',
  'billing.commercialMetering',
]);

/**
 * The rule of the lamp for readings: lit when one can be given now and would tell more than what stands. A meter that is shut till
 * its window (`opensOn`) waits; one shut for good is closed. Source: product.md 5 and 7.
 */
export function readingAsk({ meters, window }: AskFacts): ReadingAsk {
  const open = meters.filter(({ blocked }) => blocked === null || blocked.opensOn !== null);
  if (open.length === 0) {
    const byPhoto = meters.filter(({ blocked }) => blocked?.code === 'readings.personInputBlocked');
    const photo = byPhoto.find(({ registers }) => readingGap(registers, window.effectiveDate));
    if (photo?.blocked) return { kind: 'sendPhoto', message: photo.blocked.message };
    if (byPhoto.length > 0) {
      return { kind: 'wait', isRead: true, opensOn: window.isOpen ? undefined : window.opensOn };
    }
    // What the customer has to see to comes before what is read without them.
    const blocks = meters.flatMap(({ blocked }) => blocked ?? []);
    const reason = blocks.find(({ code }) => !readWithoutCustomer.has(code)) ?? blocks[0];
    return { kind: 'closed', reason: reason && { code: reason.code, message: reason.message } };
  }
  const takes = open.filter(({ blocked }) => blocked === null);
  const gaps = takes.map(({ registers }) => readingGap(registers, window.effectiveDate));
  if (window.isOpen && gaps.some((gap) => gap !== undefined)) {
    const only = open.length === 1 ? takes[0] : undefined;
    const left = only ? zonesLeft(only.registers, window.effectiveDate) : [];
    if (left.length > 0) return { kind: 'give', closesAt: window.closesAt, left };
    const last = only?.currentReading?.correctable ? gaps[0]?.last : undefined;
    return { kind: 'give', closesAt: window.closesAt, ...(last && { last }) };
  }
  const isRead = open.every(({ registers }) => registers.every(({ currentDate }) => currentDate !== null));
  return { kind: 'wait', isRead, opensOn: window.isOpen ? undefined : window.opensOn };
}
