import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';
import { text as documents } from '#web/lib/list/documents-text.ts';

/** Texts of the reconciliation acts. */
export const text = {
  newAct: 'Новий акт',
  about: 'Усі нарахування й сплати за електроенергію по днях і залишок на початку та в кінці.',
  make: 'Скласти акт',
  making: form.sending,
  kept: 'Акт буде готовий за хвилину і зберігатиметься 90 днів.',
  offline: 'Запит чекає мережі.',

  monthsLoading: 'Дізнаємося, за які місяці можна скласти акт…',
  monthsFailed: 'Не вдалося дізнатися, за які місяці можна скласти акт',
  noMonths: 'Звіряти ще нічого',
  noMonthsWhy: 'Акт складають за закриті місяці. Перший з’явиться разом із першим рахунком.',
  toBills: 'До рахунків',

  wrongMonths: 'За ці місяці акт не скласти. Оберіть інші.',

  acts: documents.madeActs,
  actsLoading: cabinet.actsLoading,
  actsFailed: documents.madeActsFailed,
  none: cabinet.noActs,
  noneWhy: 'Оберіть місяці вище: акт з’явиться тут, щойно його буде складено.',
  requested: 'замовлено {moment}',
  states: {
    queued: cabinet.queuedWord,
    making: documents.making,
    ready: cabinet.readyWord,
    failed: documents.makingFailed,
  },
  progress: 'Акт за {months}: зроблено',
  pdf: 'PDF',
  pdfName: 'Зберегти акт за {months}',
  pdfBusy: cabinet.loading,
  again: 'Скласти ще раз',
  againName: 'Скласти ще раз акт за {months}',
  readyNow: 'Акт за {months} готовий.',
  failedNow: 'Акт за {months} скласти не вдалося.',
} as const;
