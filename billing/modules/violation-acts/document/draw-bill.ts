import { drawPaymentCode } from '#billing/document/draw-details.ts';
import { dateText, spacedIban } from '#billing/document/words.ts';
import { formatMoney, moneyFromWire, negateMoney, subtractMoney, zeroMoney } from '#domain/money.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { paper } from '#platform/pdf/paper.ts';
import { type ActPdfView, drawDetails, drawNote, drawTitle, layout } from './layout.ts';
import { words } from './text.ts';

const SUM_WIDTH = 110;
const CODE = 140;

/**
 * Draws the bill: sum of the act, payments, sum due and payment details. Returns the y coordinate below the drawn
 * block.
 */
export function drawBill(pdf: Pdf, paperOfAct: ActPdfView, top: number): number {
  const { act, supplier, purpose, qr } = paperOfAct;
  const owed = moneyFromWire(act.owed);
  const later = subtractMoney(moneyFromWire(act.unpaid), owed);
  const paid = moneyFromWire(act.paid);
  const vat = moneyFromWire(act.vat);
  let y = drawTable(pdf, pdf, {
    x: layout.left,
    y: owed > zeroMoney ? drawSum(pdf, formatMoney(owed), top) + 10 : top,
    columns: [
      { title: words.billColumns[0], width: layout.width - SUM_WIDTH },
      { title: words.billColumns[1], width: SUM_WIDTH, align: 'right' },
    ],
    rows: [
      { cells: [words.forAct(act.actNumber), formatMoney(moneyFromWire(act.sum))] },
      ...(paid > zeroMoney ? [{ cells: [words.paid, formatMoney(negateMoney(paid))] }] : []),
      ...(later > zeroMoney ? [{ cells: [words.later, formatMoney(negateMoney(later))] }] : []),
      { cells: [words.toPay, formatMoney(owed)], isTotal: true },
    ],
  });
  const notes = [
    ...(vat > zeroMoney ? [words.ofThatVat(formatMoney(vat))] : []),
    owed === zeroMoney ? words.nothingToPay : act.dueOn === null ? '' : words.payBefore(dateText(act.dueOn)),
    words.apart,
  ].filter((note) => note !== '');
  y = drawNote(pdf, notes.join(' '), y + 4);
  if (owed === zeroMoney) return y;

  y = drawTitle(pdf, words.details, pdf.roomFor(CODE + 40, y + 14)) + 4;
  const details = [
    [words.recipient, supplier.name],
    [words.code, supplier.edrpou],
    [words.iban, spacedIban(supplier.iban)],
    [words.bank, supplier.bank],
    [words.purpose, purpose],
  ] as const;
  const width = qr === null ? layout.width : layout.width - CODE - layout.gap;
  const below = drawDetails(pdf, details, y, width);
  if (qr === null) return below;
  const place = { x: layout.left + layout.width - CODE, y, size: CODE };
  return Math.max(below, drawPaymentCode(pdf, qr, formatMoney(owed), place));
}

/** Draws the sum due in the largest font of the page. Returns the y coordinate below the drawn block. */
function drawSum(pdf: Pdf, sum: string, y: number): number {
  const place = { x: layout.left, width: layout.width };
  let below = y;
  pdf.leaf('P', () => {
    below = pdf.text(words.toPay, { ...place, y, size: 9, color: paper.quiet });
    below = pdf.text(words.hryvnias(sum), { ...place, y: below, size: 26, font: 'bold' });
  });
  return below;
}
