import { text as cabinet } from '../cabinet-text.ts';

/** Texts of the files of messages. */
export const text = {
  files: 'Файли',
  filesHint: 'До {n} файлів по {size} МБ: {types}.',
  addFile: 'Додати файл',
  uploading: cabinet.loading,
  kilobytes: '{n}\u00a0КБ',
  megabytes: '{n}\u00a0МБ',
  fileProblem: '{name}: {why}',
  fileFailed: 'Файл не завантажено.',
  fileChecking: 'перевіряється',
  fileNotScanned: '{size}, не перевірено на віруси',
  fileInfected: 'не пройшов перевірку',
  openFile: 'Завантажити файл {name}',
  removeFile: 'Прибрати {name}',
} as const;
