import type { BillData } from '#billing/api/bills.ts';
import { unbroken } from '#billing/document/words.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

/** The first are those that the supplier wants called; the screen has them all. */
const MOST_PHONES = 3;

const small = { width: layout.sideWidth, size: 7, color: paper.quiet } as const;

/** Whom to ask, whom to call when there is no light, what one has a right to, and where to complain. Answers the y below. */
export function drawContacts(pdf: Pdf, { supplier }: BillData, top: number): number {
  const place = { x: layout.sideLeft, width: layout.sideWidth };
  const listed = (phones: readonly string[]) => phones.map(unbroken).join(', ');
  let y = top;
  pdf.leaf('H2', () => {
    y = pdf.text(words.contacts, { ...place, y, font: 'semibold', size: 9 }) + 2;
  });
  pdf.leaf('P', () => {
    y = pdf.text(listed(supplier.phones.slice(0, MOST_PHONES)), { ...place, y, size: 7.5 });
  });
  const notes = [
    supplier.emergencyPhones.length === 0
      ? ''
      : words.emergency(listed(supplier.emergencyPhones.slice(0, 1))),
    words.rights,
    supplier.complaintContacts.length === 0 ? '' : words.complaints(supplier.complaintContacts.join(', ')),
  ];
  for (const note of notes.filter((text) => text !== '')) {
    pdf.leaf('P', () => {
      y = pdf.text(note, { ...place, ...small, y: y + 2 });
    });
  }
  return y;
}
