import { type FileKind, fileKindOf } from './file-kind.ts';

/** Names of formats as people know them. */
const names: Partial<Record<FileKind, string>> = {
  xlsx: 'XLSX, ZIP',
  xlsb: 'XLSX, ZIP',
  docx: 'XLSX, ZIP',
  presentation: 'XLSX, ZIP',
  openDocument: 'XLSX, ZIP',
  archive: 'XLSX, ZIP',
  xls: 'XLS',
  doc: 'XLS',
  lockedOffice: 'XLS',
  oldOffice: 'XLS',
  pdf: 'PDF',
  excelXml: 'HTML, XML',
  webPage: 'HTML, XML',
  xml: 'HTML, XML',
  rtf: 'RTF',
  jpeg: 'JPEG',
  png: 'PNG',
};

/** The name of the format of a file that should be a table of text, by its first bytes; undefined: it may be one. */
export function nameOtherKind(start: Buffer): string | undefined {
  if (start.length >= 2 && [0xfffe, 0xfeff].includes(start.readUInt16BE(0))) return 'UTF-16';
  return names[fileKindOf(start)];
}
