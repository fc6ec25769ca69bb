import { text as common } from '#web/lib/text.ts';

/** Texts of the supplier; name and address are defaults until the server's data are loaded. */
export const text = {
  defaultName: 'Постачальник електроенергії «Світло»',
  defaultAddress: 'Україна',
  offices: 'Офіси',
  legal: 'Умови й дані',
  status: common.serviceStatus,
  otherPhones: 'Інші номери',
  loadFailed: 'Не вдалося завантажити контакти.',
  retry: common.retry,
  loading: 'Завантажуємо контакти…',
} as const;
