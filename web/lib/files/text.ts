import { text as cabinet } from '../cabinet-text.ts';

/** Texts of the field of files. */
export const text = {
  files: 'Файли',
  filesHint: 'До {n} файлів по {size} МБ: {types}.',
  addFile: 'Додати файл',
  uploading: cabinet.loading,
  removeFile: 'Прибрати {name}',
} as const;
