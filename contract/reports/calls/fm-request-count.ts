import { requestCount } from './api-request-count.ts';

export const fmRequestCount = requestCount({
  name: 'fm_request_count',
  title: 'Виклики функційних модулів',
  about:
    'Скільки разів викликали кожен функційний модуль за період і наскільки це більше чи менше, ніж за такий самий період перед ним.',
  column: 'Модуль',
  responses: 'fm_responses',
});
