/** Texts of the redirect to the page of a bank. */
export const text = {
  going: 'Відкриваємо сторінку банку…',
  failed: 'Оплату не розпочато',
  badAddress: 'Адреса сторінки банку неправильна.',
} as const;
