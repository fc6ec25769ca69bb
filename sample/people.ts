import { addDays, localDate } from '#domain/time/local-date.ts';
import type { CustomerPlan } from '#sample/households/household-plan.ts';
import { type Random, randomOf, rnokppOf } from './random.ts';

/** Surnames for both genders, or both forms. */
const surnames: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['Шевченко', 'Шевченко'],
  ['Мельник', 'Мельник'],
  ['Коваленко', 'Коваленко'],
  ['Бондаренко', 'Бондаренко'],
  ['Ткачук', 'Ткачук'],
  ['Кравчук', 'Кравчук'],
  ['Олійник', 'Олійник'],
  ['Поліщук', 'Поліщук'],
  ['Савчук', 'Савчук'],
  ['Гнатюк', 'Гнатюк'],
  ['Романюк', 'Романюк'],
  ['Левчук', 'Левчук'],
  ['Дем’янчук', 'Дем’янчук'],
  ['Стецюк', 'Стецюк'],
  ['Гаврилюк', 'Гаврилюк'],
  ['Яремчук', 'Яремчук'],
  ['Пасічник', 'Пасічник'],
  ['Кушнір', 'Кушнір'],
  ['Мазур', 'Мазур'],
  ['Білик', 'Білик'],
  ['Гончар', 'Гончар'],
  ['Заяць', 'Заяць'],
  ['Вовк', 'Вовк'],
  ['Тимчишин', 'Тимчишин'],
  ['Ґалаґан', 'Ґалаґан'],
  ['Сорока', 'Сорока'],
  ['Лисенко', 'Лисенко'],
  ['Петренко', 'Петренко'],
  ['Яковенко', 'Яковенко'],
  ['Зінченко', 'Зінченко'],
  ['Вишневський', 'Вишневська'],
  ['Левицький', 'Левицька'],
  ['Заболотний', 'Заболотна'],
  ['Чорний', 'Чорна'],
  ['Підгірний', 'Підгірна'],
  ['Гірський', 'Гірська'],
  ['Нечуй-Вітер', 'Нечуй-Вітер'],
];

const menNames = [
  'Андрій',
  'Богдан',
  'Василь',
  'Віктор',
  'Володимир',
  'Григорій',
  'Дмитро',
  'Євген',
  'Іван',
  'Ігор',
  'Микола',
  'Михайло',
  'Назар',
  'Олег',
  'Олександр',
  'Орест',
  'Остап',
  'Петро',
  'Роман',
  'Сергій',
  'Степан',
  'Тарас',
  'Юрій',
  'Ярослав',
] as const;
const womenNames = [
  'Анна',
  'Валентина',
  'Віра',
  'Ганна',
  'Дарина',
  'Зоряна',
  'Ірина',
  'Катерина',
  'Леся',
  'Лідія',
  'Любов',
  'Людмила',
  'Марія',
  'Мар’яна',
  'Надія',
  'Наталія',
  'Оксана',
  'Олена',
  'Ольга',
  'Соломія',
  'Стефанія',
  'Тетяна',
  'Юлія',
  'Ярина',
] as const;
const menMiddleNames = [
  'Андрійович',
  'Богданович',
  'Васильович',
  'Вікторович',
  'Григорович',
  'Дмитрович',
  'Іванович',
  'Ігорович',
  'Миколайович',
  'Михайлович',
  'Олегович',
  'Петрович',
  'Романович',
  'Степанович',
  'Ярославович',
] as const;
const womenMiddleNames = [
  'Андріївна',
  'Богданівна',
  'Василівна',
  'Вікторівна',
  'Григорівна',
  'Дмитрівна',
  'Іванівна',
  'Ігорівна',
  'Миколаївна',
  'Михайлівна',
  'Олегівна',
  'Петрівна',
  'Романівна',
  'Степанівна',
  'Ярославівна',
] as const;

const operators = ['50', '66', '67', '68', '73', '93', '95', '96', '97', '98'] as const;
const OLDEST = localDate('1945-01-01');
const DAYS_OF_BIRTH = 58 * 365;

function phoneOf(random: Random): string {
  return `+380${random.pick(operators)}${String(random.between(2_000_000, 9_999_999))}`;
}

/** The customer with that number: an adult with name, taxpayer number and phone. */
export function customerOf(number: number): CustomerPlan {
  const random = randomOf(`customer ${number}`);
  const isMale = random.chance(0.45);
  const [masculine, feminine] = random.pick(surnames);
  const code = `C${String(number).padStart(7, '0')}`;
  return {
    code,
    surname: isMale ? masculine : feminine,
    name: random.pick(isMale ? menNames : womenNames),
    middleName: random.pick(isMale ? menMiddleNames : womenMiddleNames),
    taxCode: rnokppOf(addDays(OLDEST, random.between(0, DAYS_OF_BIRTH)), isMale, random),
    phone: phoneOf(random),
    email: random.chance(0.6) ? `${code.toLowerCase()}@poshta.example` : '',
  };
}
