import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { FileProblem } from '#platform/files/file-problem.ts';
import { failFile, refusalOf } from './fail-file.ts';

test.each([
  [
    'webPage',
    'workbook',
    'Це вебсторінка, навіть якщо файл названо .xls чи .pdf. Відкрийте її в Excel і збережіть як «Книга Excel (XLSX)».',
  ],
  [
    'xlsb',
    'workbook',
    'Це двійкова таблиця Excel (XLSB). Відкрийте її в Excel і збережіть як «Книга Excel (XLSX)».',
  ],
  ['docx', 'workbook', 'Це документ Word (DOCX).'],
] as const)('a refusal names that a file is %s, and what to do', (found, purpose, sentence) => {
  const failure = failFile({ code: 'readings.fileMustBeXls', found }, purpose);
  expect(failure.message).toBe(`Файл з показаннями має бути у форматі XLS або XLSX. ${sentence}`);
  expect(failure).toMatchObject({ code: 'readings.fileMustBeXls', httpStatus: 422 });
});

test.each([undefined, 'unknown'] as const)('a refusal of what is %s has the text of its code', (found) => {
  const failure = failFile({ code: 'readings.fileMustBeXls', ...(found && { found }) }, 'workbook');
  expect(failure.message).toBeUndefined();
});

test.each<[FileProblem, string, string]>([
  ['damaged', 'files.damaged', 'пошкоджено'],
  ['encrypted', 'files.encrypted', 'Зніміть пароль'],
  ['tooComplex', 'files.tooComplex', 'розпаковується'],
  ['macros', 'files.activeContent', 'є макроси'],
  ['remoteContent', 'files.activeContent', 'з мережі'],
  ['embeddedObject', 'files.activeContent', 'вбудований об’єкт'],
  ['dataExchange', 'files.activeContent', 'DDE'],
  ['actions', 'files.activeContent', 'дії'],
  ['embeddedFile', 'files.activeContent', 'вкладений файл'],
  ['secondFormat', 'files.activeContent', 'архів'],
])('a document with the problem %s is refused by %s', (problem, code, word) => {
  const failure = failFile(refusalOf(problem), 'message');
  expect(failure.code).toBe(code);
  expect(formatMessage(failure.code, failure.params)).toContain(word);
});
