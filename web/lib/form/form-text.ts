import { text as signIn } from './sign-in-text.ts';

/** Texts that several forms share. */
export const text = {
  ...signIn,
  fullName: 'Ім’я та прізвище',
  fullNameWanted: 'Вкажіть ім’я та прізвище українськими літерами',
  account: 'Особовий рахунок',
  inSeconds: 'через {seconds} с',
  sending: 'Надсилаємо…',
  saving: 'Зберігаємо…',
  getCode: 'Отримати код',
  checking: 'Перевіряємо…',
  sendAgain: 'Надіслати ще раз',
  newCodeReady: 'Можна отримати новий код.',
  changePhone: 'Змінити номер',
  firstName: 'Ім’я',
  edrpou: 'Код ЄДРПОУ',
  newPassword: 'Новий пароль',
  accountHint: '10 цифр, наприклад 1000000001',
  next: 'Далі',
  back: 'Назад',
  accountWanted: 'Особовий рахунок — 10 цифр, наприклад 1000000001',
  signInConfirmation: 'Підтвердження входу',
  surname: 'Прізвище',
  middleName: 'По батькові',
  confirmationCode: 'Код підтвердження',
  code: 'Код',
  checkData: 'Перевірте дані',
  emailWanted: 'E-mail — адреса пошти, наприклад olena@example.com',
  passwordWanted: 'Пароль — від 8 до 128 символів',
  entityCabinet: 'Кабінет для компанії',
  personCabinet: 'Кабінет для побутового споживача',
  codeAlreadySent: 'Код уже надіслано на {phone}.',
  appCode: 'Код із застосунку',
  confirm: 'Підтвердити',
  uniqueCode: 'Унікальний код',
  uniqueCodeHint: '6–12 латинських літер і цифр із договору, наприклад AB12CD34',
  login: 'Логін',
  uniqueCodeWanted: 'Унікальний код — 6–12 латинських літер і цифр, наприклад AB12CD34',
} as const;

/** How a code that was sent looks. */
export const codeText = {
  digits: { hint: 'Введіть 4 цифри з SMS.', wanted: 'Код — 4 цифри з SMS' },
  letters: { hint: '4 літери й цифри з повідомлення', wanted: 'Код — 4 літери й цифри з повідомлення' },
  again: 'Той самий код ще раз: сторінка відкрилася знову, а кодів вона не зберігає.',
  goesOn: 'Після четвертої цифри перейдемо далі.',
} as const;

/** Words of a code that was sent before. */
export const sentCodeText = {
  codeActive: '{where} {next}.',
  nextIn: 'Новий можна отримати за {seconds} с',
  nextInMinutes: 'Новий можна отримати за {minutes} хв',
  nextNow: 'Уже можна отримати новий',
} as const;
