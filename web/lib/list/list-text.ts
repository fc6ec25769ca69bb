import { text as cabinet } from '../cabinet-text.ts';
import { text as form } from '../form/form-text.ts';

/** Texts that every list of records shares. */
export const text = {
  apply: form.show,
  clear: cabinet.reset,
  period: cabinet.period,
  periods: { thisYear: cabinet.thisYear, lastYear: cabinet.lastYear, all: cabinet.wholeTime },
  shown: cabinet.shownOf,
  shownSome: 'Показано {shown}, є ще',
  more: cabinet.showMore,
  moreBusy: cabinet.loading,
  formats: { xlsx: 'XLSX', csv: 'CSV' },
  filesBusy: cabinet.preparing,
  filesCancel: cabinet.cancel,
  filesCancelled: 'Завантаження скасовано.',
  filesSaved: 'Збережено:',
  filesBroken: 'Файл надійшов не весь, тому його не збережено. Спробуйте ще раз.',
  filesWait: cabinet.fileWaits,
} as const;
