import type { AdminAct, AdministratorData } from '#contract/identity/administrators.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as actions } from '#web/lib/list/actions-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';
import { text as common } from '#web/lib/text.ts';

interface ActWords {
  name: string;
  /** What happens. */
  hint: string;
  submit: string;
  done: string;
}

const acts: Readonly<Record<AdminAct, ActWords>> = {
  link: {
    name: 'Нове посилання для пароля',
    hint: 'Надійде самому працівнику: на e-mail, а без нього — на телефон. Попереднє перестане діяти, чинний пароль діє, доки не задано інший.',
    submit: 'Надіслати посилання',
    done: 'Попереднє посилання більше не діє',
  },
  endSessions: {
    name: actions.endAllSessions,
    hint: 'Працівник вийде на всіх пристроях і зможе увійти знову.',
    submit: actions.endSessions,
    done: 'Сеанси завершено',
  },
  resetFactor: {
    name: actions.resetFactor,
    hint: 'Для того, хто втратив застосунок або номер. Обов’язкове підтвердження лишається.',
    submit: actions.submitReset,
    done: actions.factorReset,
  },
  block: {
    name: actions.block,
    hint: 'Працівник одразу вийде на всіх пристроях і не зможе увійти, доки його не розблоковано.',
    submit: 'Заблокувати працівника',
    done: 'Працівника заблоковано',
  },
  unblock: {
    name: actions.unblock,
    hint: 'Працівник знову зможе увійти зі своїм паролем і ролями.',
    submit: 'Розблокувати працівника',
    done: 'Працівника розблоковано',
  },
};

/** Texts of the administrators: who works here, with which roles. */
export const text = {
  title: actions.administrators,
  product: common.product,
  lead: 'Хто працює в кабінеті й що кому дозволено. Зміни діють одразу; про них дізнаються сам працівник та інші власники. Хто змінив чийсь доступ, 7 днів не вирішує з ним удвох.',
  loading: 'Завантажуємо працівників…',
  failed: 'Не вдалося показати працівників',
  you: cabinet.youWord,
  ownNote: 'Свої дані змінюють у налаштуваннях, ролі — інший власник.',
  add: 'Додати працівника',
  addTitle: 'Новий працівник',
  addSubmit: 'Створити',
  adding: form.saving,
  added: 'Працівника додано',
  change: cabinet.change,
  changeTitle: 'Дані й ролі: {name}',
  save: cabinet.save,
  saving: form.saving,
  changed: 'Збережено. Нові ролі вже діють.',
  access: 'Доступ',
  accessTitle: 'Доступ: {name}',
  acts,
  act: 'Що зробити',
  busy: form.saving,
  reason: documents.reason,
  reasonHint: actions.reasonStays,
  login: form.login,
  loginHint: '3–32 малі латинські літери, цифри, крапка, дефіс; перша — літера.',
  fullName: form.fullName,
  phone: form.phoneNumber,
  phoneHint: 'Власний номер працівника: на нього надходять коди входу.',
  email: 'E-mail',
  emailHint: 'Власна адреса працівника. Сюди надійде посилання для пароля; без неї — на телефон.',
  phonePrefix: '+380',
  roles: 'Ролі',
  dualAuth: 'Вимагати підтвердження входу кодом',
  wanted: {
    login: 'Логін — від 3 до 32 малих латинських літер, цифр, крапок і дефісів',
    fullName: form.fullNameWanted,
    roles: 'Оберіть хоча б одну роль',
    phone: 'Вкажіть номер: на нього надходитимуть коди',
    email: 'Вкажіть e-mail або телефон: туди надійде посилання для пароля',
    reason: actions.reasonWanted,
  },
  problems: cabinet.pleaseCheck,
  cancel: cabinet.cancel,
  close: common.close,
  wordsOf: '{words}: {name}',
  linkSent: '{done}. Посилання для пароля — на {contact}, діє 7 днів.',
  states: {
    active: actions.active,
    invited: 'посилання надіслано',
    expired: 'посилання прострочено',
    blocked: actions.blocked,
  } satisfies Record<AdministratorData['state'], string>,
  linkUntil: 'Посилання чинне до {date}',
  blockedFor: 'Причина блокування: {reason}',
  lastSignIn: 'Останній вхід {moment}',
  neverSignedIn: 'Ще не входив(ла)',
  sessions: 'Відкрито {n} {n|сеанс|сеанси|сеансів}',
  factors: {
    none: 'Вхід без підтвердження',
    totp: 'Підтвердження застосунком',
    sms: 'Підтвердження кодом з SMS',
  } satisfies Record<AdministratorData['secondFactor'], string>,
  required: '{factor}, обов’язкове',
  bySmsRequired: 'Підтвердження кодом з SMS, обов’язкове',
} as const;
