import { defineReport } from '../define-report.ts';

/** Types of users, as reports name them. */
export const userTypes = {
  person: 'Побутовий споживач',
  entity: 'Компанія',
  admin: 'Працівник',
} as const;

/** What came of a try to sign in, by its code. */
export const signInOutcomes = {
  success: 'Увійшли',
  secondStep: 'Пароль чи код правильний, чекали другого кроку',
  passwordNeeded: 'Код правильний, але потрібен пароль',
  codeAsked: 'Попросили код',
  wrongPassword: 'Неправильний пароль',
  wrongCode: 'Неправильний код',
  codeExpired: 'Код уже не діє',
  unknownLogin: 'Такого входу немає',
  blocked: 'Користувача заблоковано',
  tooManyAttempts: 'Забагато спроб, не перевірено',
  tooManyCodes: 'Забагато кодів, не надіслано',
  codeSignInOff: 'Вхід за кодом вимкнено',
  unfinished: 'Вхід не завершено',
} as const;

/** How somebody signs in, and by what their device is named. */
export const signInWords = {
  password: 'Пароль',
  codeBySms: 'Код з SMS',
  codeByMail: 'Код на пошту',
  totp: 'Другий крок: застосунок',
  sms: 'Другий крок: SMS',
  wrongPasswordOrCode: 'Неправильний пароль або унікальний код',
  on: ' на ',
  unknownDevice: 'Невідомий пристрій',
} as const;

/** Sign-ins of an account, login or phone, failed ones too, newest first. Logins are shown masked (decision 0128). */
export const accountAuthInfo = defineReport({
  name: 'account_auth_info',
  title: 'Входи до кабінету',
  about:
    'Коли, як і звідки входили або пробували увійти, і чим це скінчилося. Телефони й пошту показано частково; шукати треба повний рахунок, телефон, пошту або логін.',
  roles: ['analyst'],
  filters: {
    who: { kind: 'text', label: 'Рахунок, телефон, пошта або логін', maxLength: 254 },
    outcome: {
      kind: 'choice',
      label: 'Результат',
      any: 'Будь-який',
      choices: { entered: 'Увійшли', failed: 'Невдалі спроби', asked: 'Чекали коду або другого кроку' },
    },
    user: { kind: 'choice', label: 'Хто', any: 'Усі', choices: userTypes },
    address: { kind: 'text', label: 'Мережева адреса', maxLength: 45 },
  },
  columns: {
    happenedAt: { kind: 'instant', title: 'Час' },
    login: { kind: 'text', title: 'Вхід' },
    type: { kind: 'text', title: 'Хто' },
    way: { kind: 'text', title: 'Як' },
    outcome: { kind: 'text', title: 'Результат' },
    tries: { kind: 'number', title: 'Спроб за годину' },
    address: { kind: 'text', title: 'Мережева адреса', lang: 'en' },
    device: { kind: 'text', title: 'Пристрій' },
    accounts: { kind: 'text', title: 'Рахунки кабінету' },
  },
  isLog: true,
  sort: { column: 'happenedAt', descending: true },
});
