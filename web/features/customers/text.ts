import type { CustomerAct, CustomerData } from '#contract/customers.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as actions } from '#web/lib/list/actions-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as support } from '#web/lib/list/support-text.ts';
import { text as common } from '#web/lib/text.ts';

interface ActWords {
  /** Of the button that opens the form. */
  name: string;
  title: string;
  /** What happens. */
  hint: string;
  submit: string;
  done: string;
}

const acts: Readonly<Record<CustomerAct, ActWords>> = {
  endSessions: {
    name: actions.endSessions,
    title: actions.endAllSessions,
    hint: 'Клієнт вийде на всіх пристроях і зможе увійти знову.',
    submit: actions.endSessions,
    done: 'Сеанси завершено: {n}',
  },
  resetFactor: {
    name: 'Скинути другий крок',
    title: actions.resetFactor,
    hint: 'Для того, хто втратив застосунок або номер. Спершу переконайтеся, що це сам клієнт: далі для входу вистачить пароля або коду з SMS.',
    submit: actions.submitReset,
    done: actions.factorReset,
  },
  confirmPhone: {
    name: 'Підтвердити телефон',
    title: 'Підтвердити номер телефону',
    hint: 'Номер, який клієнт має тепер. На попередній номер і підтверджений e-mail піде повідомлення, сеанси завершаться. Скасувати можна, лише підтвердивши попередній номер знову.',
    submit: 'Підтвердити телефон',
    done: 'Номер підтверджено',
  },
  block: {
    name: actions.block,
    title: 'Заблокувати клієнта',
    hint: 'Клієнт одразу вийде на всіх пристроях і не зможе увійти жодним способом, доки його не розблоковано. Рахунки й нарахування не змінюються.',
    submit: 'Заблокувати клієнта',
    done: 'Клієнта заблоковано',
  },
  unblock: {
    name: actions.unblock,
    title: 'Розблокувати клієнта',
    hint: 'Клієнт знову зможе увійти, як раніше.',
    submit: 'Розблокувати клієнта',
    done: 'Клієнта розблоковано',
  },
};

/** What a message to a customer is about; a kind without words is shown as it is. */
const messageKinds: Readonly<Record<string, string>> = {
  code: form.confirmationCode,
  passwordChanged: 'Зміна пароля',
  contactChanged: 'Контакт змінено',
  test: 'Пробне повідомлення',
  accessAdded: 'Рахунок додано іншому',
  accessChanged: 'Доступ до рахунка змінено',
  billIssued: 'Рахунок за місяць',
  paymentConfirmed: 'Оплату підтверджено',
  paymentFailed: 'Оплата не вдалася',
  paymentReturned: 'Повернення оплати',
  readingAccepted: cabinet.readingAccepted,
  readingUnderReview: 'Показання перевіряють',
  windowOpens: 'Час передавати показання',
  windowCloses: 'Останні дні показань',
  dueSoon: 'Скоро строк оплати',
  actToSign: 'Акт чекає на підпис',
  plannedSoon: 'Плановий платіж',
  limitNear: 'Обсяг майже вичерпано',
  paymentReminder: 'Нагадування про оплату',
  invitation: 'Запрошення до кабінету компанії',
  uniqueCode: 'Код людини компанії',
  limitApproved: 'Обсяг погоджено',
  limitDeclined: 'Обсяг не погоджено',
  limitApplied: 'Обсяг змінено',
  ticketNews: 'Новина у зверненні',
  supplierMessage: 'Розсилка постачальника',
};

/** Texts of the card of a customer. */
export const text = {
  title: actions.customerCard,
  product: common.product,
  loading: 'Завантажуємо картку…',
  failed: 'Не вдалося показати клієнта',
  unknown: 'Такого клієнта немає. Знайдіть його за телефоном, прізвищем чи рахунком.',
  types: { person: 'Побутовий споживач', entity: 'Юридична особа' } satisfies Record<
    CustomerData['type'],
    string
  >,
  memberOf: 'Працює в кабінеті компанії',
  states: {
    active: actions.active,
    blocked: actions.blocked,
    ended: 'доступ припинено компанією',
  } satisfies Record<CustomerData['state'], string>,
  phone: cabinet.phone,
  email: 'E-mail',
  isConfirmed: 'підтверджено',
  isNotConfirmed: 'без підтвердження',
  factor: 'Другий крок входу',
  factors: { none: cabinet.none, totp: 'застосунок', sms: 'код з SMS' } satisfies Record<
    CustomerData['secondFactor'],
    string
  >,
  lastSignIn: 'Останній вхід',
  never: 'жодного',
  sessions: 'відкрито {n} {n|сеанс|сеанси|сеансів}',
  created: 'У кабінеті з',
  people: 'Люди в кабінеті',
  none: cabinet.none,
  nothing: '—',
  blocked: 'Заблоковано: {by}, {moment}',
  blockedWithCompany: 'Заблоковано разом із компанією: {by}, {moment}',
  unblocked: 'Було заблоковано {from}, розблоковано {to}: {by}. Причина: {reason}',
  reasonIs: actions.why,
  acts,
  reason: documents.reason,
  reasonHint: actions.reasonStays,
  phoneNumber: form.phoneNumber,
  phonePrefix: '+380',
  wanted: { reason: actions.reasonWanted, phone: 'Вкажіть номер, який клієнт має тепер' },
  problems: cabinet.pleaseCheck,
  busy: form.saving,
  cancel: cabinet.cancel,
  close: common.close,
  parts: 'Розділи картки',
  part: {
    accounts: common.objects,
    conversations: common.tickets,
    messages: support.messages,
    history: actions.staffActions,
  },
  accounts: {
    loading: 'Завантажуємо рахунки клієнта…',
    failed: 'Не вдалося показати рахунки клієнта',
    empty: 'У кабінеті немає жодного рахунка.',
    account: common.bill,
    address: cabinet.address,
    due: cabinet.toPay,
    dueActs: 'За актами',
    overpaid: cabinet.overpaid,
    noContract: 'немає чинного договору',
  },
  account: {
    title: 'Картка рахунка',
    loading: 'Завантажуємо картку рахунка…',
    failed: 'Не вдалося показати картку рахунка',
    unknown: 'Рахунка з таким номером немає. Знайдіть його за адресою, телефоном чи EIC.',
    numbers: 'рахунок {account} · код клієнта {code}',
    tariff: cabinet.tariff,
    contract: cabinet.contract,
    inForce: 'чинний',
    endedOn: 'закінчено {day}',
    points: common.points,
    point: '{eic}, {power} кВт',
    meters: cabinet.meters,
    removed: '{serial}, знято {day}',
    toMasterData: 'Змінити дані рахунка',
    toPayments: 'Виправити борг або повернути оплату',
    part: { ledger: 'Борг і записи', payments: common.payments, history: actions.staffActions },
    ledger: {
      loading: 'Завантажуємо записи…',
      failed: 'Не вдалося показати борг і записи рахунка',
      empty: 'За рахунком ще нічого не нараховано й не сплачено.',
      debt: 'Борг за електроенергію',
      overpaid: cabinet.overpaid,
      hryvnia: common.hryvnia,
      what: 'Запис',
      sum: cabinet.sumInHryvnias,
      period: cabinet.month,
      at: cabinet.time,
      kinds: {
        opening: 'Початковий залишок',
        charge: cabinet.charges,
        recalculation: cabinet.recalculation,
        benefit: cabinet.benefit,
        correction: 'Виправлення працівником',
        compensation: 'Компенсація за строки',
        payment: common.payment,
        reversal: 'Сторно',
      },
    },
    payments: {
      loading: 'Завантажуємо оплати рахунка…',
      failed: 'Не вдалося показати оплати рахунка',
      empty: 'За цим рахунком ще не платили.',
      order: 'Номер замовлення',
      done: cabinet.landed,
      notDone: 'не зараховано',
    },
  },
  conversations: {
    loading: 'Завантажуємо звернення…',
    failed: 'Не вдалося показати звернення клієнта',
    empty: 'Клієнт ще не звертався.',
    number: common.tickets,
    state: cabinet.state,
    opened: 'Надійшло',
    title: '№ {number} · {title}',
    states: actions.conversationStates,
  },
  messages: {
    loading: 'Завантажуємо повідомлення…',
    failed: 'Не вдалося показати повідомлення клієнтові',
    empty: 'За останні 30 днів клієнтові нічого не надсилали.',
    about: 'Зміст',
    to: 'Куди',
    device: 'пристрій',
    state: cabinet.state,
    at: cabinet.time,
    kinds: messageKinds,
    channels: { sms: 'SMS', mail: 'E-mail', push: 'Push' },
    states: {
      queued: cabinet.queuedWord,
      sent: documents.sent,
      failed: 'не надіслано',
      withheld: 'не надсилали: отримувача не знаємо',
      expired: 'запізнилося',
    },
  },
  history: {
    loading: actions.actionsLoading,
    failed: 'Не вдалося показати дії працівників із клієнтом',
    empty: 'Працівники нічого не змінювали.',
    when: actions.when,
    who: actions.who,
    what: actions.what,
    outcome: actions.outcome,
    outcomes: actions.outcomes,
    why: actions.why,
    changes: actions.changes,
    moreChanges: actions.moreChanges,
    billingAway: actions.billingAway,
  },
} as const;
