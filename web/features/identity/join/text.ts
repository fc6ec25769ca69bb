import type { CompanyRole } from '#contract/identity/company-roles.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';

/** Texts of the page that accepts an invitation to the cabinet of a company. */
export const text = {
  product: 'Світло',
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
  name: 'Ім’я та прізвище',
  phone: 'Номер телефону',
  phoneHint: 'Для підтвердження входу та сповіщень.',
  phonePrefix: '+380',
  password: 'Пароль',
  wanted: {
    name: 'Вкажіть ім’я та прізвище українськими літерами',
    phone: 'Вкажіть номер телефону',
    password: 'Придумайте пароль',
    consent: 'Дайте згоду на обробку персональних даних',
  },
  problems: cabinet.pleaseCheck,
  submit: 'Прийняти запрошення',
  busy: 'Приймаємо…',
  doneTitle: 'Запрошення прийнято',
  doneLead: 'Запишіть, з чим ви входитимете. Ми також надіслали це на {email}.',
  account: 'Особовий рахунок',
  code: 'Унікальний код',
  toSignIn: 'Увійти',
  haveCabinet: 'Я вже маю вхід',
} as const;
