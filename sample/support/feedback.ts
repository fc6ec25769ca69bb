import type { Mark } from '#contract/feedback.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { type Random, randomOf } from '../random.ts';

interface SampleMark {
  readonly account: string;
  readonly page: string;
  readonly mark: Mark;
  readonly text: string;
  readonly at: Instant;
}

interface SampleRating {
  readonly account: string;
  readonly topic: string;
  readonly mark: Mark;
  readonly isSolved: boolean;
  readonly text: string;
  readonly at: Instant;
}

const households = ['2390001111', '2390001112', '2390001113', '2390001130'] as const;
const companies = ['1000000001', '1000000002', '1000000006', '1000000007'] as const;

const householdPages = [
  '/cabinet/person',
  '/cabinet/person/indication',
  '/cabinet/person/bills',
  '/cabinet/person/bills/$period',
  '/cabinet/person/directory/payment-history',
  '/cabinet/person/directory/guide',
] as const;
const companyPages = [
  '/cabinet/entity/indication',
  '/cabinet/entity/limits',
  '/cabinet/entity/bills/invoices',
  '/cabinet/entity/docs/payment',
] as const;

const words: Readonly<Record<Mark, readonly [string, ...string[]]>> = {
  1: [
    'Показання не приймає, пише що менше за попереднє. Лічильник міняли, а в кабінеті старий.',
    'Сторінка довго відкривається з телефону.',
  ],
  2: [
    'Не зрозуміло, звідки взявся перерахунок у рахунку.',
    'Не знайшла, де завантажити акт за минулий місяць.',
  ],
  3: ['Хотілося б бачити споживання за два роки поруч.', ''],
  4: ['Зручно, але сканування показань не завадило б.', '', ''],
  5: ['Передав показання за хвилину, дякую.', 'Нарешті видно, з чого складається сума.', '', '', ''],
};

const ratingWords: Readonly<Record<Mark, readonly [string, ...string[]]>> = {
  1: ['Відповіли не на те, що я питав.'],
  2: ['Чекала п’ять днів.'],
  3: [''],
  4: ['', 'Зрозуміло пояснили.'],
  5: ['', 'Дякую, борг перерахували того ж дня.'],
};

/** Topics of tickets, see the facts of support, section 2. */
const topics = ['billCheck', 'reading', 'certificate', 'complaint'] as const;

const days = 28;

function pickMark(random: Random): Mark {
  return random.pick([5, 5, 5, 5, 4, 4, 4, 4, 3, 2, 1] as const);
}

const moment = (random: Random, today: LocalDate, daysAgo: number) =>
  kyivInstant(addDays(today, -daysAgo), random.between(8, 21), random.between(0, 59));

/** What customers of the sample marked in the four weeks before a day. */
export function sampleMarks(today: LocalDate): readonly SampleMark[] {
  const random = randomOf('feedback of pages');
  return Array.from({ length: days }, (_, day) => day + 1).flatMap((daysAgo) =>
    Array.from({ length: random.between(2, 5) }, (): SampleMark => {
      const isCompany = random.chance(0.3);
      const mark = pickMark(random);
      return {
        account: random.pick(isCompany ? companies : households),
        page: random.pick(isCompany ? companyPages : householdPages),
        mark,
        text: random.pick(words[mark]),
        at: moment(random, today, daysAgo),
      };
    }),
  );
}

/** How they rated answers to their tickets. */
export function sampleRatings(today: LocalDate): readonly SampleRating[] {
  const random = randomOf('ratings of answers');
  return Array.from({ length: 44 }, (_, number): SampleRating => {
    const mark = pickMark(random);
    return {
      account: random.pick([...households, ...companies] as const),
      topic: random.pick(topics),
      mark,
      isSolved: mark > 2,
      text: random.pick(ratingWords[mark]),
      at: moment(random, today, 1 + (number % (days - 1))),
    };
  });
}
