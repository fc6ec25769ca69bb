import { tableOf } from '../table-of.ts';
import type { RuleKey, RuleUnit } from './rule-definitions.ts';

/** A rule in a group of the page. */
interface RuleWords {
  name: string;
  /** What it decides. */
  about?: string;
}

const windowWords = (ends: 'Кінець' | 'Закриття') =>
  ({
    lastDays: {
      name: 'Останні дні місяця',
      about: 'Скільки останніх днів місяця показання беруть як на 1-ше число.',
    },
    firstDays: {
      name: 'Перші дні наступного місяця',
      about: 'Скільки перших днів показання ще належать минулому місяцю.',
    },
    closingDay: {
      name: `${ends} вікна: день`,
      about: 'До якого дня показання входять у рахунок, що закривається.',
    },
    closingHour: { name: `${ends} вікна: година`, about: 'За київським часом; 24 — кінець дня.' },
    outsideWindow: { name: 'В інші дні', about: 'Що робити з показанням поза вікном.' },
  }) satisfies Record<string, RuleWords>;
const ofWindow = windowWords('Кінець');
const ofDeviation = {
  firstPercent: {
    name: 'Перепитати: відхилення від минулого року',
    about: 'Разом із наступним порогом: показання перепитують, коли перевищено обидва.',
  },
} satisfies Record<string, RuleWords>;

/** What each rule is called and decides. */
export const ruleWords: Readonly<Record<RuleKey, RuleWords>> = {
  'readings.window.person.lastDays': ofWindow.lastDays,
  'readings.window.person.firstDays': ofWindow.firstDays,
  'readings.window.person.closingDay': ofWindow.closingDay,
  'readings.window.person.closingHour': ofWindow.closingHour,
  'readings.window.person.outsideWindow': ofWindow.outsideWindow,
  'readings.window.entity.lastDays': ofWindow.lastDays,
  'readings.window.entity.firstDays': ofWindow.firstDays,
  'readings.window.entity.closingDay': ofWindow.closingDay,
  'readings.window.entity.closingHour': ofWindow.closingHour,
  'readings.window.entity.outsideWindow': ofWindow.outsideWindow,
  'readings.deviation.first.percent': ofDeviation.firstPercent,
  'readings.deviation.first.kwh': { name: 'Перепитати: різниця в споживанні' },
  'readings.deviation.second.percent': {
    name: 'На перевірку: відхилення від минулого року',
    about: 'Показання перевіряє оператор, коли перевищено відсоток або різницю.',
  },
  'readings.deviation.second.kwh': { name: 'На перевірку: різниця в споживанні' },
  'readings.deviation.second.floorKwh': {
    name: 'На перевірку: найменша різниця',
    about: 'Меншу різницю не перевіряють, хоч би який був відсоток.',
  },
  'readings.entityDeviation.first.percent': ofDeviation.firstPercent,
  'readings.entityDeviation.first.hours': {
    name: 'Перепитати: найменша різниця',
    about: 'Годин роботи на договірній потужності точки: для 100 кВт 10 годин — це 1 000 кВт·год.',
  },
  'readings.entityDeviation.second.percent': {
    name: 'На перевірку: відхилення від минулого року',
    about: 'Разом із наступним порогом: показання перевіряє оператор, коли перевищено обидва.',
  },
  'readings.entityDeviation.second.hours': {
    name: 'На перевірку: найменша різниця',
    about:
      'Годин роботи на договірній потужності точки; меншу різницю не перевіряють, хоч би який був відсоток.',
  },
  'readings.verificationAtDeviation': {
    name: 'Додаткова перевірка лічильника',
    about: 'Після якого великого відхилення поспіль її призначають.',
  },
  'readings.rollOverFromPercent': {
    name: 'Перехід лічильника через нуль',
    about: 'З якої частини шкали менше показання може бути переходом через нуль.',
  },
  'readings.normDailyWattHoursPerKilowatt': {
    name: 'Норма без історії споживання',
    about: 'Скільки нараховують за день на кожен кіловат потужності, коли споживання ще не відоме.',
  },
  'readings.commercialWorkingDays': {
    name: 'Нарахування за АСКОЕ',
    about: 'За скільки робочих днів після місяця.',
  },
  'readings.holidaysAreWorkingDays': {
    name: 'Свята — робочі дні',
    about: 'Як під час воєнного стану: тоді перелік свят не враховують.',
  },
  'readings.holidays': { name: 'Свята й вихідні', about: 'Дні, коли не працюють, хоча за тижнем мали б.' },
  'bills.dueDay': { name: 'День оплати рахунка', about: 'Число наступного місяця.' },
  'bills.minWorkingDays': { name: 'Найменше на оплату', about: 'Від дня, коли рахунок виставлено.' },
  'acts.hearingDays': {
    name: 'Від вручення до засідання',
    about: 'За скільки днів споживача запрошують на розгляд акта.',
  },
  'acts.paymentDays': { name: 'Строк оплати за актом', about: 'Від дня, коли рахунок виставлено.' },
  'payments.least': { name: 'Побутові: найменша оплата' },
  'payments.most': { name: 'Побутові: найбільша оплата' },
  'payments.entity.least': { name: 'Компанії: найменша оплата' },
  'payments.entity.most': { name: 'Компанії: найбільша оплата' },
  'payments.underWay': { name: 'Незавершених оплат рахунка', about: 'Скільки їх може бути водночас.' },
  'payments.perDay': { name: 'Оплат рахунка за день' },
  'access.confirmation': { name: 'Додати рахунок', about: 'Що потрібно, крім коду з рахунка.' },
  'access.codeMonths': { name: 'Строк дії коду', about: '0 — без строку.' },
  'corrections.billing': {
    name: 'Виправляє роль «Розрахунки»',
    about: 'Більшу суму підтверджує другий працівник; 0 — кожну.',
  },
  'corrections.owner': {
    name: 'Виправляє власник',
    about: 'Більшу суму підтверджує другий працівник; 0 — кожну.',
  },
  'reactive.minKwh': {
    name: 'Нараховують від споживання за місяць',
    about: 'Активної енергії на одному об’єкті; за менше споживання плати немає.',
  },
  'reactive.minKilowatts': {
    name: 'Нараховують від потужності',
    about: 'Договірної потужності об’єкта; 0 — будь-яка.',
  },
  'reactive.generationFactor': { name: 'K — коефіцієнт генерації' },
  'reactive.surchargeFactor': { name: 'C — коефіцієнт надбавки' },
  'reactive.tgLimit': { name: 'Граничний tgφ', about: 'До нього надбавки немає.' },
  'reactive.cap': { name: 'Найбільший Kφ' },
};

const ofWhom = [
  ['readings.window.person.', 'Побутові'],
  ['readings.window.entity.', 'Компанії'],
  ['readings.deviation.', 'Побутові'],
  ['readings.entityDeviation.', 'Компанії'],
] as const;

/** The name of a rule where it stands alone, with whom it is for where two have one name. */
export function nameOfRule(rule: RuleKey): string {
  const { name } = ruleWords[rule];
  const whom = ofWhom.find(([start]) => rule.startsWith(start))?.[1];
  return whom === undefined ? name : `${whom}: ${name.toLowerCase()}`;
}

/** Groups of the page, in their order. */
export const ruleGroups = [
  { key: 'person', title: 'Показання побутових клієнтів', begins: ['readings.window.person.'] },
  { key: 'entity', title: 'Показання компаній', begins: ['readings.window.entity.'] },
  {
    key: 'thresholds',
    title: 'Пороги показань побутових клієнтів',
    begins: ['readings.deviation.'],
  },
  { key: 'entityThresholds', title: 'Пороги показань компаній', begins: ['readings.entityDeviation.'] },
  {
    key: 'meters',
    title: 'Лічильники й норма',
    begins: ['readings.verification', 'readings.rollOver', 'readings.norm'],
  },
  { key: 'calendar', title: 'Календар', begins: ['readings.holidays', 'readings.commercial'] },
  { key: 'bills', title: 'Рахунки', begins: ['bills.'] },
  { key: 'acts', title: 'Акти про порушення', begins: ['acts.'] },
  { key: 'payments', title: 'Оплати', begins: ['payments.'] },
  { key: 'access', title: 'Доступ до рахунків', begins: ['access.'] },
  { key: 'corrections', title: 'Виправлення без другого працівника', begins: ['corrections.'] },
  { key: 'reactive', title: 'Реактивна енергія', begins: ['reactive.'] },
] as const satisfies readonly { key: string; title: string; begins: readonly string[] }[];
export type RuleGroup = (typeof ruleGroups)[number];

/** A whole number with what it counts. */
export const unitWords: Readonly<Record<RuleUnit, string>> = {
  days: '{n} {n|день|дні|днів}',
  workingDays: '{n} {n|робочий день|робочі дні|робочих днів}',
  dayOfMonth: '{n}-го числа',
  hour: '{n}:00',
  percent: '{n} %',
  kwh: '{n} кВт·год',
  hoursOfPower: '{n} год потужності',
  inARow: '{n}-го поспіль',
  wattHoursPerKilowatt: '{n} Вт·год на кВт',
  kilowatts: '{n} кВт',
  months: '{n} {n|місяць|місяці|місяців}',
  orders: '{n} {n|оплата|оплати|оплат}',
};

/** The unit behind the name of a field. */
export const unitNames: Readonly<Record<RuleUnit, string>> = {
  days: 'днів',
  workingDays: 'робочих днів',
  dayOfMonth: '',
  hour: '',
  percent: '%',
  kwh: 'кВт·год',
  hoursOfPower: 'год потужності',
  inARow: '',
  wattHoursPerKilowatt: 'Вт·год на кВт',
  kilowatts: 'кВт',
  months: 'місяців',
  orders: 'оплат',
};

/** Words of the options. */
export const optionWords: Readonly<Record<string, string>> = tableOf({
  accept: 'приймати',
  block: 'не приймати',
  none: 'лише код',
  contractPhone: 'код і СМС на номер договору',
  firstHolder: 'код і згода першого власника',
});
