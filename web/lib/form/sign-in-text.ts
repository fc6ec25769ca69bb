/** Texts that several forms share and the first page of the sign-in needs. */
export const text = {
  phoneNumber: 'Номер телефону',
  phoneHint: 'наприклад 50\u00a0111\u00a000\u00a001',
  password: 'Пароль',
  show: 'Показати',
  hide: 'Сховати',
  phoneWanted: 'Номер телефону — 9 цифр після +380',
  forgotPassword: 'Забули пароль?',
  createCabinet: 'Створити кабінет',
  smsCode: 'Код з SMS',
} as const;
