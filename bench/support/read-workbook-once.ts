import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { readWorkbook } from '#portal/modules/readings/workbook/read-workbook.ts';

/** `own`: reads and checks the cells of a workbook; `library`: the rows as the reader library gives them. Prints time and memory. */
const [side, path = ''] = process.argv.slice(2);
const content = readFileSync(path);
const started = performance.now();
if (side === 'own') {
  const result = readWorkbook(content);
  if (result.kind !== 'read') throw new Error(JSON.stringify(result));
} else {
  const book = read(content, { dense: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (sheet === undefined || utils.sheet_to_json(sheet).length === 0) throw new Error('no rows');
}
const milliseconds = performance.now() - started;
console.log(JSON.stringify({ milliseconds, mib: process.resourceUsage().maxRSS / 1024 }));
