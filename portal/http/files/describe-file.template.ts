import type { FileKind } from '#platform/files/file-kind.ts';
import type { FileProblem } from '#platform/files/file-problem.ts';

/** What a file is, after «Це». */
const names: Readonly<Record<FileKind, string>> = {
  empty: 'порожній файл',
  pdf: 'документ PDF',
  xlsx: 'таблиця Excel (XLSX)',
  xlsb: 'двійкова таблиця Excel (XLSB)',
  docx: 'документ Word (DOCX)',
  presentation: 'презентація PowerPoint',
  openDocument: 'документ LibreOffice (ODS, ODT)',
  xls: 'таблиця Excel (XLS)',
  doc: 'документ Word (DOC)',
  lockedOffice: 'документ Office із паролем',
  oldOffice: 'старий документ Office, який не вдалося розпізнати',
  excelXml: 'таблиця у форматі Excel XML 2003',
  webPage: 'вебсторінка, навіть якщо файл названо .xls чи .pdf',
  xml: 'файл XML',
  xmlSignature: 'підпис XAdES у файлі XML',
  rtf: 'документ RTF',
  jpeg: 'фото JPEG',
  png: 'зображення PNG',
  webp: 'зображення WebP',
  heic: 'фото HEIC',
  picture: 'зображення в іншому форматі',
  recording: 'відео або звук',
  signature: 'файл підпису (.p7s)',
  asice: 'контейнер підпису (.asice)',
  asiceXades: 'контейнер із підписом XAdES (.asice)',
  key: 'файл ключа',
  certificate: 'сертифікат',
  encryptedMessage: 'зашифрований файл',
  archive: 'архів',
  program: 'програма',
  text: 'текстовий файл',
  unknown: '',
};

/** What a file is wanted for. */
export type FilePurpose = 'workbook' | 'message' | 'photo' | 'signature' | 'authorities';

/** What to do instead; absent: the refusal says what is taken. */
const advice: Readonly<Record<FilePurpose, Partial<Record<FileKind, string>>>> = {
  workbook: {
    empty: 'Збережіть бланк ще раз.',
    webPage: 'Відкрийте її в Excel і збережіть як «Книга Excel (XLSX)».',
    excelXml: 'Відкрийте її в Excel і збережіть як «Книга Excel (XLSX)».',
    xlsb: 'Відкрийте її в Excel і збережіть як «Книга Excel (XLSX)».',
    openDocument: 'Відкрийте його в LibreOffice і збережіть як XLSX.',
    text: 'Відкрийте його в Excel, збережіть як XLSX або перенесіть показання до бланка.',
    pdf: 'Перенесіть показання до бланка XLSX: його можна завантажити на цій сторінці.',
    archive: 'Розпакуйте його і додайте саму таблицю.',
  },
  message: {
    webPage: 'Роздрукуйте її у PDF і додайте PDF.',
    presentation: 'Збережіть її як PDF.',
    openDocument: 'Збережіть його як PDF, XLSX або DOCX.',
    xlsb: 'Збережіть її як XLSX.',
    excelXml: 'Збережіть її як XLSX.',
    rtf: 'Збережіть його як DOCX або PDF.',
    text: 'Вставте текст у повідомлення або збережіть його як PDF.',
    picture: 'Збережіть його як JPEG або PNG.',
    archive: 'Розпакуйте його і додайте самі файли.',
    key: 'Нікому його не надсилайте.',
    xmlSignature: 'Підпишіть документ у форматі CAdES і додайте файл .p7s або .asice.',
  },
  photo: {
    pdf: 'Сфотографуйте лічильник або збережіть сторінку як JPEG.',
    picture: 'Збережіть його як JPEG.',
    recording: 'Зробіть фото лічильника.',
    archive: 'Розпакуйте його і додайте саме фото.',
  },
  signature: {
    key: 'Щоб підписати ним, оберіть «Підписати ключем». Сам ключ нікому не надсилайте.',
    certificate: 'Підпишіть документ у своєму застосунку і додайте файл підпису.',
    pdf: 'Підпишіть його у своєму застосунку окремим файлом CAdES і додайте цей файл.',
    archive: 'Розпакуйте його і додайте сам файл .p7s.',
    asice: 'У ньому немає підпису CAdES: підпишіть документ ще раз.',
    encryptedMessage: 'Збережіть підпис без шифрування.',
  },
  authorities: {
    key: 'Нікому його не надсилайте.',
    archive: 'Розпакуйте його і додайте сам файл.',
  },
};

/** What a file was found to be and what to do, as a sentence or two; '' when its bytes say nothing. */
export function describeFile(kind: FileKind, purpose: FilePurpose): string {
  const name = names[kind];
  if (name === '') return '';
  return [`Це ${name}.`, advice[purpose][kind]].filter(Boolean).join(' ');
}

/** What a document has that would run, fetch or hide something, after «У файлі є». */
export const contentNames: Readonly<
  Record<Exclude<FileProblem, 'damaged' | 'encrypted' | 'tooComplex'>, string>
> = {
  macros: 'макроси',
  remoteContent: 'шаблон або вміст, який завантажується з мережі',
  embeddedObject: 'вбудований об’єкт іншої програми',
  dataExchange: 'зв’язок з іншою програмою (DDE)',
  actions: 'дії, які виконуються під час відкриття (скрипт, запуск програми, надсилання форми)',
  embeddedFile: 'вкладений файл',
  secondFormat: 'ще один файл: архів',
};
