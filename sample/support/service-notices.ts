import { instantToIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, formatDate, type LocalDate } from '#domain/time/local-date.ts';

interface NoticePlan {
  readonly text: (today: LocalDate) => string;
  readonly pages: readonly string[];
  readonly audience: 'everybody' | 'person' | 'entity';
  /** Days from today, both at midnight; null: no end. */
  readonly from: number;
  readonly until: number | null;
  readonly position: number;
}

const plans: readonly NoticePlan[] = [
  {
    text: (today) =>
      `У ніч на ${formatDate(addDays(today, 3))} з 01:00 до 03:00 оновлюємо кабінет: оплата й показання будуть недоступні.`,
    pages: ['*'],
    audience: 'everybody',
    from: 2,
    until: 4,
    position: 10,
  },
  {
    text: () => 'Показання приймаємо в останні два дні місяця і в перші три дні наступного.',
    pages: ['/cabinet/person/directory/indicators-history', '/cabinet/person/directory/guide'],
    audience: 'person',
    from: -6,
    until: null,
    position: 50,
  },
  {
    text: () =>
      'Акти за минулий місяць підпишіть до 10 числа, щоб податкові накладні зареєструвалися вчасно.',
    pages: ['/cabinet/entity/docs/payment'],
    audience: 'entity',
    from: -3,
    until: 12,
    position: 50,
  },
  {
    text: (today) => `${formatDate(addDays(today, -8))} контактний центр працював до 15:00.`,
    pages: ['*'],
    audience: 'everybody',
    from: -9,
    until: -7,
    position: 20,
  },
];

/** Service messages of the sample supplier as of a day: planned, shown to persons and to companies, ended. */
export function sampleNotices(today: LocalDate) {
  const midnight = (days: number) => instantToIso(kyivInstant(addDays(today, days), 0, 0));
  return plans.map(({ text, from, until, ...plan }) => ({
    ...plan,
    text: text(today),
    from: midnight(from),
    until: until === null ? null : midnight(until),
  }));
}
