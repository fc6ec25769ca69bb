import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as common } from '#web/lib/text.ts';

/** Texts of the export of own data. */
export const text = {
  title: 'Забрати свої дані',
  lead: 'Усе, що постачальник знає про ваше споживання, належить вам. Збережіть це файлом — для себе або для іншої програми.',
  object: '{object}, особовий рахунок {account}',
  period: cabinet.forWhatTime,
  periods: { thisYear: cabinet.thisYear, lastYear: cabinet.lastYear, all: 'За весь час' },
  parts: {
    readings: {
      title: common.readings,
      about: 'Кожне передане показання: день, лічильник, зона, значення, хто передав і що з ним сталося.',
    },
    consumption: {
      title: 'Споживання',
      about: 'Скільки нарахував кожен лічильник за місяць і скільки це коштувало.',
    },
    bills: { title: common.bills, about: 'Суми кожного рахунка: борг, нараховано, перераховано, сплачено.' },
    payments: { title: common.payments, about: 'Коли, чим і скільки сплачено, і чи дійшли гроші.' },
  },
  all: {
    title: 'Усе разом',
    about: 'Одна книга з чотирма аркушами або один файл для програм.',
  },
  files: 'Зберегти: {what}',
  formats: { xlsx: 'XLSX', csv: 'CSV', json: 'JSON', greenButton: 'Green Button' },
  busy: cabinet.preparing,
  green: {
    title: 'Green Button',
    about:
      'Міжнародний формат споживання (ESPI, XML): його читають застосунки для обліку й аудиту енергії. Містить споживання за місяцями й зонами з вартістю та підсумки рахунків. Прізвища й адреси у файлі немає.',
  },
  formatsNote:
    'XLSX — для Excel. CSV — для інших таблиць. JSON — для програм: енергія у ват-годинах, суми у гривнях.',
  offline: 'Файли можна буде зберегти, коли з’явиться мережа.',
} as const;
