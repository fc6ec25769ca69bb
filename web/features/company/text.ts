/** Words about the supplier; the name and address stand until the server's data are there. */
export const text = {
  defaultName: 'Постачальник електроенергії «Світло»',
  defaultAddress: 'Україна',
  contacts: 'Контактний центр',
  loadFailed: 'Не вдалося завантажити контакти.',
  retry: 'Спробувати ще раз',
  loading: 'Завантажуємо контакти…',
} as const;
