import type { RuleEffect } from '#contract/values/rule.ts';
import { text as dated } from '#web/lib/dated-changes/dated-changes-text.ts';
import { text as actions } from '#web/lib/list/actions-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the rules of the supplier. */
export const text = {
  ...dated,
  title: actions.rules,
  product: common.product,
  lead: 'Вікна показань, пороги, обмеження й календар. Кожна зміна має дату: доти діє те, що є, а зміну можна скасувати.',
  loading: 'Завантажуємо правила…',
  failed: 'Не вдалося показати правила',
  inForce: 'Чинні правила',
  noHistory: 'Правила ще не змінювали: діють ті, з якими почав постачальник.',
  bounds: '{least}–{most} {unit}',
  boundsAre: 'Межі: {bounds}.',
  noDates: 'жодного дня',
  validFromHint:
    'З 00:00 цього дня за Києвом; сьогодні — за хвилину після збереження. Місяць нараховують за правилами його останнього дня. Нижче — значення, що діятимуть того дня без вашої зміни.',
  nextIs: 'З {date} буде {value}.',
  reviewToday: 'Почне діяти за хвилину після збереження.',
  hryvnias: common.hryvnia,
  wanted: {
    value: '{name}: у межах {bounds}',
    dates: 'Свята: дати на зразок 25.12.2026, кожна з нового рядка, без повторів',
    validFrom: 'Вкажіть дату: сьогодні або пізніше',
  },
  holidaysAreFor:
    'За цими святами рахують строк оплати, надходження грошей, перевірку показань і нарахування за АСКОЕ. Строки відповідей і години чату — за робочим календарем постачальника:',
  otherCalendar: actions.serviceTerms,
  noEffects: 'Порахувати наперед тут нічого: зміна діятиме для нових дій.',
  about: 'приблизно {n}',
  effectNames: {
    personAccounts: 'Побутових рахунків стосується',
    entityAccounts: 'Рахунків компаній стосується',
    personInWindow: 'Показань побутових клієнтів у вікні за три місяці',
    entityInWindow: 'Показань компаній у вікні за три місяці',
    personRefused: 'Показань побутових клієнтів не прийняли б',
    entityRefused: 'Показань компаній не прийняли б',
    personAsked: 'Показань побутових клієнтів за три місяці, які перепитали б',
    entityAsked: 'Показань компаній за три місяці, які перепитали б',
    personReviewed: 'Показань побутових клієнтів за три місяці, які пішли б на перевірку',
    entityReviewed: 'Показань компаній за три місяці, які пішли б на перевірку',
    personPayments: 'Побутових оплат поза межами за три місяці',
    entityPayments: 'Оплат компаній поза межами за три місяці',
    oldCodes: 'Кодів, старших за строк: їх замінить нічна робота',
  } satisfies Record<RuleEffect['kind'], string>,
  estimate: 'Пораховано за вибіркою, тому приблизно.',
  conflictTitle: 'Ці правила тим часом змінили',
} as const;
