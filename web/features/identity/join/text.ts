import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the page that accepts an invitation to the cabinet of a company. */
export const text = {
  product: common.product,
  title: 'Запрошення до кабінету',
  loading: cabinet.loading,
  failed: 'Не вдалося прочитати запрошення',
  lead: '{company}. Ваша роль: {role}. Придумайте пароль — він лише ваш, як і код для входу, який ви отримаєте.',
  roles: {
    owner: 'власник',
    accountant: 'бухгалтер',
    powerEngineer: 'енергетик',
    signer: 'підписант',
    viewer: 'перегляд',
  } satisfies Record<CompanyRole, string>,
  name: form.fullName,
  phone: form.phoneNumber,
  phoneHint: 'Для підтвердження входу та сповіщень.',
  phonePrefix: '+380',
  password: form.password,
  wanted: {
    name: form.fullNameWanted,
    phone: 'Вкажіть номер телефону',
    password: 'Придумайте пароль не коротший за 8 символів',
    consent: 'Дайте згоду на обробку персональних даних',
  },
  problems: cabinet.pleaseCheck,
  submit: 'Прийняти запрошення',
  busy: 'Приймаємо…',
  doneTitle: 'Запрошення прийнято',
  doneLead: 'Запишіть, з чим ви входитимете. Ми також надіслали це на {email}.',
  account: form.account,
  code: form.uniqueCode,
  toSignIn: common.signIn,
  haveCabinet: 'Я вже маю вхід',
  staffTitle: 'Пароль працівника',
  staffLead: '{name}, логін {login}. Придумайте пароль: його знатимете лише ви.',
  linkFailed: 'Посилання не діє',
  setPassword: 'Задати пароль',
  passwordSet: 'Пароль задано',
  staffDone: 'Увійдіть із логіном {login} і новим паролем.',
} as const;
