import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the day-night calculator. */
export const text = {
  lead: 'Двозонний лічильник рахує ніч окремо: з 23:00 до 07:00 кіловат-година коштує дешевше. Порахуйте, що це дає саме вам.',
  ownLead:
    'Ваш лічильник рахує ніч окремо. Ось що це дає порівняно з однозонним — і що було б за іншої частки ночі.',
  threeNote: 'У вас тризонний лічильник. Тут пік і напівпік зараховано до дня, а ніч — ті самі години.',

  basis: 'Що рахуємо',
  month: cabinet.forWhatTime,
  allMonths: 'Останні {count}',
  months: '{n} {n|місяць|місяці|місяців}',
  kwh: 'Скільки споживаєте за місяць, кВт·год',
  kwhHint: 'Рахунків за цим об’єктом ще немає, тому введіть число самі. Рахуємо за тарифом цього місяця.',
  kwhWrong: 'Введіть ціле число від 1 до 99999.',

  share: 'Яка частина споживання припадає на ніч',
  shareOf: '{percent} % уночі: {night} з {all} кВт·год',
  ownShare: 'За вашим лічильником: {percent} %',
  toOwn: 'Повернути мою частку',
  guess:
    'Однозонний лічильник ночі не бачить, тому частку оберіть самі. Уночі зазвичай працюють бойлер, пральна машина, зарядка, опалення.',
  day: 'день 07–23',
  night: 'ніч 23–07',

  result: 'Різниця',
  saves: 'Менше на місяць',
  savesInMonth: 'Менше за {month}',
  ownSaves: 'Ваш лічильник заощаджує на місяць',
  ownSavesInMonth: 'Ваш лічильник заощадив за {month}',
  costs: 'Дорожче на місяць',
  costsInMonth: 'Дорожче за {month}',
  nothing: 'Різниці немає',
  unit: common.hryvnia,
  altogether: 'Разом за {months}: {sum}',
  single: 'Однозонний',
  two: 'Двозонний',

  breakEven: 'Вигідно, щойно вночі споживаєте хоча б {percent} %.',
  breakEvenAny: 'Вигідно, щойно вночі споживаєте хоч щось.',
  neverCheaper: 'За вашим тарифом ніч не дешевша за день, тому двозонний лічильник нічого не дасть.',

  payBack: 'Коли окупиться лічильник',
  payBackLead:
    'Введіть, скільки коштують лічильник і його встановлення: ціни залежать від оператора системи та моделі.',
  meterPrice: 'Лічильник, грн',
  installPrice: 'Встановлення, грн',
  moneyWrong: 'Введіть суму, наприклад 2500 або 2500,50.',
  payBackIn: 'Окупиться за {time}',
  never: 'За такої частки ночі не окупиться',
  payBackShares: 'Щоб окупився швидше чи повільніше, уночі має припадати щонайменше:',
  withinYears: 'за {n} {n|рік|роки|років}',
  years: '{n} {n|рік|роки|років}',
  sharePercent: '{percent} %',
  shareNever: 'неможливо',

  table: 'За місяцями',
  monthColumn: cabinet.month,
  dayKwh: 'День, кВт·год',
  nightKwh: 'Ніч, кВт·год',
  singleSum: 'Однозонний, грн',
  twoSum: 'Двозонний, грн',
  saving: documents.difference,
  estimated: cabinet.byCalculation,
  tableNote: 'Кожен місяць пораховано за тарифом, що діяв тоді. Пільги, перерахунки й борг сюди не входять.',

  loading: 'Рахуємо за вашими місяцями…',
  failed: cabinet.notCalculated,
  noTariff: 'Тариф цього об’єкта ще не внесено. Розрахунок з’явиться, щойно постачальник його визначить.',

  promoTitle: common.dayNight,
  promoOwn: 'Ваш лічильник заощадив {sum} за {months}.',
  promoGuess: 'Якби на ніч припадала третина вашого споживання, за {months} ви заплатили б на {sum} менше.',
  promoPutAway: 'Не показувати',
  promoLink: 'Порахувати точніше',
  promoOwnLink: 'Подивитися за місяцями',
} as const;
