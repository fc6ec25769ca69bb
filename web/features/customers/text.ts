import type { CustomerAct, CustomerData } from '#contract/customers.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as actions } from '#web/lib/list/actions-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
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
    name: 'Завершити сеанси',
    title: 'Завершити всі сеанси',
    hint: 'Клієнт вийде на всіх пристроях і зможе увійти знову.',
    submit: 'Завершити сеанси',
    done: 'Сеанси завершено: {n}',
  },
  resetFactor: {
    name: 'Скинути другий крок',
    title: 'Скинути підтвердження входу',
    hint: 'Для того, хто втратив застосунок або номер. Спершу переконайтеся, що це сам клієнт: далі для входу вистачить пароля або коду з SMS.',
    submit: 'Скинути підтвердження',
    done: 'Підтвердження входу скинуто',
  },
  confirmPhone: {
    name: 'Підтвердити номер',
    title: 'Підтвердити номер телефону',
    hint: 'Номер, який клієнт має тепер. На попередній номер і підтверджений e-mail піде повідомлення, сеанси завершаться. Скасувати можна, лише підтвердивши попередній номер знову.',
    submit: 'Підтвердити номер',
    done: 'Номер підтверджено',
  },
  block: {
    name: 'Заблокувати',
    title: 'Заблокувати клієнта',
    hint: 'Клієнт одразу вийде на всіх пристроях і не зможе увійти жодним способом, доки його не розблоковано. Рахунки й нарахування не змінюються.',
    submit: 'Заблокувати клієнта',
    done: 'Клієнта заблоковано',
  },
  unblock: {
    name: 'Розблокувати',
    title: 'Розблокувати клієнта',
    hint: 'Клієнт знову зможе увійти, як раніше.',
    submit: 'Розблокувати клієнта',
    done: 'Клієнта розблоковано',
  },
};

/** What a message to a customer is about; a kind without words is shown as it is. */
const messageKinds: Readonly<Record<string, string>> = {
  code: 'Код',
  passwordChanged: 'Пароль змінено',
  contactChanged: 'Контакт змінено',
  test: 'Пробне повідомлення',
  accessAdded: 'Рахунок додано іншому',
  accessChanged: 'Доступ до рахунка змінено',
  billIssued: 'Новий рахунок',
  paymentConfirmed: 'Оплату підтверджено',
  paymentFailed: 'Оплата не вдалася',
  paymentReturned: 'Оплату повернено',
  readingAccepted: cabinet.readingAccepted,
  readingUnderReview: 'Показання на перевірці',
  windowOpens: 'Час передавати показання',
  windowCloses: 'Останні дні показань',
  dueSoon: 'Скоро строк оплати',
  actToSign: 'Акт чекає на підпис',
  plannedSoon: 'Скоро плановий платіж',
  limitNear: 'Обсяг майже вичерпано',
  paymentReminder: 'Нагадування про оплату',
  invitation: 'Запрошення до компанії',
  uniqueCode: 'Унікальний код',
  limitApproved: 'Обсяг погоджено',
  limitDeclined: 'Обсяг не погоджено',
  limitApplied: 'Обсяг змінено',
  ticketNews: 'Новини звернення',
  supplierMessage: 'Повідомлення постачальника',
};

/** Texts of the card of a customer. */
export const text = {
  title: actions.customerCard,
  product: common.product,
  loading: 'Завантажуємо картку…',
  failed: 'Не вдалося показати клієнта',
  unknown: 'Такого клієнта немає. Знайдіть його за телефоном, прізвищем чи рахунком.',
  types: { person: 'Побутовий споживач', entity: 'Компанія' } satisfies Record<CustomerData['type'], string>,
  memberOf: 'Працює в кабінеті компанії',
  states: {
    active: 'активний',
    blocked: 'заблоковано',
    ended: 'доступ припинено компанією',
  } satisfies Record<CustomerData['state'], string>,
  phone: cabinet.phone,
  email: 'E-mail',
  isConfirmed: 'підтверджено',
  isNotConfirmed: 'не підтверджено',
  factor: 'Другий крок входу',
  factors: { none: cabinet.none, totp: 'застосунок', sms: 'код з SMS' } satisfies Record<
    CustomerData['secondFactor'],
    string
  >,
  lastSignIn: 'Останній вхід',
  never: 'ще не було',
  sessions: 'відкрито {n} {n|сеанс|сеанси|сеансів}',
  created: 'Кабінет створено',
  people: 'Люди компанії',
  none: cabinet.none,
  nothing: '—',
  blocked: 'Заблоковано: {by}, {moment}',
  blockedWithCompany: 'Заблоковано разом із компанією: {by}, {moment}',
  unblocked: 'Було заблоковано {from}, розблоковано {to}: {by}. Причина: {reason}',
  reasonIs: 'Причина: {reason}',
  acts,
  reason: documents.reason,
  reasonHint: 'Лишиться в діях працівників поруч із вашим іменем.',
  phoneNumber: form.phoneNumber,
  phonePrefix: '+380',
  wanted: { reason: 'Вкажіть причину, хоча б кількома словами', phone: 'Вкажіть номер телефону' },
  problems: cabinet.pleaseCheck,
  busy: form.saving,
  cancel: cabinet.cancel,
  close: common.close,
  parts: 'Розділи картки',
  part: {
    accounts: common.objects,
    conversations: common.tickets,
    messages: 'Повідомлення',
    history: 'Дії працівників',
  },
  accounts: {
    loading: 'Завантажуємо рахунки…',
    failed: 'Не вдалося показати рахунки клієнта',
    empty: 'У кабінеті немає жодного рахунка.',
    account: common.bill,
    address: cabinet.address,
    due: cabinet.toPay,
    dueActs: 'За актами',
    overpaid: cabinet.overpaid,
    noContract: 'немає чинного договору',
  },
  conversations: {
    loading: 'Завантажуємо звернення…',
    failed: 'Не вдалося показати звернення клієнта',
    empty: 'Клієнт ще не звертався.',
    number: 'Звернення',
    state: cabinet.state,
    opened: 'Надійшло',
    title: '№ {number} · {title}',
    states: {
      new: 'щойно надійшло',
      inWork: 'в роботі',
      waitingCustomer: 'чекаємо на клієнта',
      waitingOperator: 'чекаємо на оператора мережі',
      answered: 'відповідь надано',
      closed: 'закрито',
    },
  },
  messages: {
    loading: 'Завантажуємо повідомлення…',
    failed: 'Не вдалося показати повідомлення клієнтові',
    empty: 'За останні 30 днів клієнтові нічого не надсилали.',
    about: 'Про що',
    to: 'Куди',
    device: 'пристрій',
    state: cabinet.state,
    at: 'Коли',
    kinds: messageKinds,
    channels: { sms: 'SMS', mail: 'E-mail', push: 'Push' },
    states: {
      queued: 'у черзі',
      sent: 'надіслано',
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
