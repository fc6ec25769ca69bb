import { responses } from './api-responses.ts';

export const { report: fmResponses, ofCode: fmResponsesOfCode } = responses({
  name: 'fm_responses',
  title: 'Відповіді функційних модулів',
  about:
    'Чим закінчилися виклики функційних модулів: за кодом відповіді й статусом HTTP, від коду до тих модулів, що ним відповіли.',
  column: 'Модуль',
  names: 'Скільки модулів',
  detailTitle: 'Функційні модулі з однією відповіддю',
  detailAbout: 'Які модулі відповіли цим кодом і яку частку їхніх викликів це становить.',
});
