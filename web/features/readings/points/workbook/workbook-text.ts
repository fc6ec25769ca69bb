import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { text as form } from '#web/lib/form/form-text.ts';

/** Texts of the workbook and the report of readings. */
export const workbookText = {
  workbook: 'Книга Excel',
  workbookLead:
    'Завантажте бланк із усіма точками, заповніть стовпець «Нове показання» і поверніть файл сюди.',
  download: 'Завантажити бланк',
  downloadBusy: cabinet.preparing,
  downloadLabel: 'Бланк показань',
  file: 'Заповнений файл',
  fileHint: 'XLSX або XLS, до {size} МБ',
  emptyFile: 'Файл порожній: оберіть інший.',
  tooLarge: 'Файл завеликий: найбільше {size} МБ.',
  checking: form.checking,
  checkFailed: 'Файл не перевірено',
  checkedGood: 'Помилок немає: {good} {good|рядок|рядки|рядків}, {kwh}',
  checkedSome: 'Правильних рядків {good} з {rows}, {kwh}',
  checkedNone: 'Правильних рядків немає',
  notStored: 'Ще нічого не передано.',
  cells: 'Клітинки, які треба виправити',
  cellColumn: 'Клітинка',
  cellTitle: 'Стовпець',
  cellReason: 'Що виправити',
  cellsMore: 'Показано перші {shown} з {n}. Усі позначено у файлі.',
  marked: 'Завантажити з позначками',
  markedLabel: 'Перевірений файл',
  agreeAll: 'Підтверджую показання, про які є запитання',
  commitAll: 'Передати всі',
  commitGood: 'Передати правильні ({n})',
  notAccepted: 'Не прийнято {n} {n|рядок|рядки|рядків}: виправте їх у файлі та поверніть його сюди.',
  report: 'Звіт про показання',
  reportLead: 'Звіт за відкритий період: для підпису або для бухгалтерії.',
  reportPdf: 'PDF',
  reportXlsx: 'XLSX',
} as const;
