import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivInstant, kyivTimeOf } from '#domain/time/kyiv.ts';
import { parseLocalDate } from '#domain/time/local-date.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** A moment for a `datetime-local` input that shows a Kyiv clock: "2026-11-20T09:30". */
export function toKyivInput(at: Instant): string {
  const { date, hour, minute } = kyivTimeOf(at);
  return `${date}T${two(hour)}:${two(minute)}`;
}

/** The moment, ISO 8601 in UTC, that such an input shows; undefined when it is empty or no time. */
export function fromKyivInput(typed: string): string | undefined {
  const [, day = '', hour, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(typed) ?? [];
  const date = parseLocalDate(day);
  return date && instantToIso(kyivInstant(date, Number(hour), Number(minute)));
}
