import type { Instant } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays, formatDate, type LocalDate } from '#domain/time/local-date.ts';

/** A message of the supplier to the customers who sign in. */
interface SampleMessage {
  readonly title: string;
  readonly text: string;
  readonly accountNumbers: readonly string[];
  readonly sentAt: Instant;
  /** Whether everybody has opened it. */
  readonly isRead: boolean;
}

interface MessagePlan {
  readonly daysAgo: number;
  readonly hour: number;
  readonly title: string;
  /** Dates in it follow from the day. */
  readonly text: (dayAfter: (days: number) => string) => string;
  readonly accounts: readonly string[];
  readonly isRead: boolean;
}

const household = ['2390001111', '2390001112', '2390001113'];
const companies = ['1000000001', '1000000002', '1000000003', '1000000005', '1000000006', '1000000007'];

const plans: readonly MessagePlan[] = [
  {
    daysAgo: 1,
    hour: 16,
    title: 'Планове відключення за вашою адресою',
    text: (dayAfter) =>
      `${dayAfter(5)} з 9:00 до 15:00 оператор системи розподілу замінюватиме опори лінії. Електроенергії в цей час не буде.\n\nЯкщо у вас є прилади, що не можуть залишитися без живлення, зателефонуйте оператору до ${dayAfter(3)}.`,
    accounts: ['2390001111', '1000000001', '1000000002'],
    isRead: false,
  },
  {
    daysAgo: 2,
    hour: 11,
    title: 'Акти за минулий місяць чекають підпису',
    text: (dayAfter) =>
      `Рахунки й акти приймання-передачі за минулий місяць сформовано. Підпишіть акти або надішліть зауваження до ${dayAfter(10)}.\n\nАкт, на який до цього дня немає зауважень, вважається прийнятим за умовами договору.`,
    accounts: ['1000000002', '1000000003', '1000000006'],
    isRead: false,
  },
  {
    daysAgo: 4,
    hour: 10,
    title: 'Уточніть договірні обсяги на наступний місяць',
    text: (dayAfter) =>
      `Заявку на коригування договірних обсягів на наступний місяць приймаємо до ${dayAfter(6)}.\n\nЗа перевищення обсягу договір передбачає відшкодування. Порівняйте обсяги з прогнозом споживання ваших об’єктів.`,
    accounts: ['1000000002', '1000000005', '1000000006', '1000000007'],
    isRead: false,
  },
  {
    daysAgo: 9,
    hour: 9,
    title: 'Як передати показання без черги',
    text: () =>
      'Показання приймаємо в останні два дні місяця і в перші три дні наступного: у кабінеті, телефоном або в центрі обслуговування.\n\nУ кабінеті ви одразу бачите, скільки спожито і на яку суму.',
    accounts: [...household, '2390001130'],
    isRead: false,
  },
  {
    daysAgo: 21,
    hour: 12,
    title: 'Тариф для побутових споживачів не змінився',
    text: () =>
      'Ціна електроенергії для побутових споживачів лишається такою самою: 4,32 грн за кВт·год з ПДВ, уночі за двозонним лічильником удвічі менше.\n\nІсторія тарифів із посиланнями на постанови є в розділі «Довідник».',
    accounts: household,
    isRead: true,
  },
  {
    daysAgo: 24,
    hour: 15,
    title: 'Змінено тариф на розподіл електроенергії',
    text: () =>
      'З початку року діє новий тариф оператора системи розподілу. Ціна вашого договору складається з частин; кожна з них із датою та джерелом показана в розділі «Довідник», вкладка «Ціни».',
    accounts: companies,
    isRead: true,
  },
];

/** Messages of the sample supplier as of a day. */
export function sampleMessages(today: LocalDate): readonly SampleMessage[] {
  const dayAfter = (days: number) => formatDate(addDays(today, days));
  return plans.map(({ daysAgo, hour, title, text, accounts, isRead }) => ({
    title,
    text: text(dayAfter),
    accountNumbers: accounts,
    sentAt: kyivInstant(addDays(today, -daysAgo), hour, 0),
    isRead,
  }));
}
