import { expect, test } from 'vitest';
import { readSealLines, sealLine } from './seal-lines.ts';

const seal = { chain: 'auditEntry', seal: 12, hash: 'ab'.repeat(32) };

test('readSealLines finds the seals among the words of a log server and of a mail', () => {
  const line = sealLine(seal, '2026-11-29T01:50:00.000Z');
  const text = `<109>1 node svitlo - audit-seal - ${line}\r\nDear operator,\n> ${line}\n`;
  expect(readSealLines(text)).toEqual([seal, seal]);
});

test.each(['chain=auditEntry seal=12', `chain=auditEntry seal=x hash=${seal.hash}`, `hash=${seal.hash}`])(
  'readSealLines ignores a line without a seal: %s',
  (words) => expect(readSealLines(`svitlo-audit-seal ${words}`)).toEqual([]),
);
