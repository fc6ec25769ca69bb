import type { BillData } from '#billing/api/bills/bills.ts';
import { monthOfYear } from '#billing/document/words.ts';
import { formatMoney, moneyFromWire } from '#domain/money.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words, zoneNames } from './text.ts';

const HEIGHT = pageSize.height - pageSize.margin / 2 - layout.slipTop;
const CELL = 12;
/** More registers than this are written on paper of one's own. */
const MOST_WINDOWS = 3;

/** The cut-off slip: account, period, what is due now, and the windows of the meter to write the readings into (facts 9.1, block 13). */
export function drawSlip(pdf: Pdf, bill: BillData, contentBottom: number): void {
  const { doc } = pdf;
  if (contentBottom > layout.slipTop - 2) doc.addPage();
  const top = layout.slipTop;
  pdf.artifact(() => {
    doc
      .moveTo(0, top)
      .lineTo(pageSize.width, top)
      .dash(3, { space: 3 })
      .lineWidth(0.7)
      .strokeColor(paper.quiet)
      .stroke()
      .undash();
  });
  pdf.leaf('H2', () => {
    pdf.text(words.slip, { x: layout.left, y: top + 8, width: 200, font: 'semibold', size: 10 });
  });
  const fields: readonly (readonly [string, string])[] = [
    [words.account, bill.customer.accountNumber],
    [words.slipPeriod, monthOfYear(bill.period).replace(/ \S+$/, '')],
    [words.slipSum, bill.due === null ? words.slipNothing : formatMoney(moneyFromWire(bill.due.sum))],
  ];
  fields.forEach(([label, value], index) => {
    const x = layout.left + index * 98;
    pdf.leaf('P', () => {
      const below = pdf.text(label, { x, y: top + 26, width: 96, size: 7.5, color: paper.quiet });
      pdf.text(value, { x, y: below + 1, width: 96, size: 9.5, font: 'semibold' });
    });
  });
  pdf.leaf('P', () => {
    pdf.text(words.slipSignature, {
      x: layout.left,
      y: top + HEIGHT - 18,
      width: 120,
      size: 7.5,
      color: paper.quiet,
    });
  });
  pdf.artifact(() => {
    doc
      .moveTo(layout.left + 62, top + HEIGHT - 10)
      .lineTo(layout.left + 264, top + HEIGHT - 10)
      .lineWidth(0.5)
      .strokeColor(paper.quiet)
      .stroke();
  });
  drawWindows(pdf, bill, top);
}

function drawWindows(pdf: Pdf, bill: BillData, top: number): void {
  const last = bill.meters.at(-1);
  const registers = bill.meters
    .filter((meter) => meter.serialNumber === last?.serialNumber)
    .slice(0, MOST_WINDOWS);
  const x = layout.left + 300;
  pdf.leaf('P', () => {
    pdf.text(words.slipReadings, { x, y: top + 9, width: 220, size: 7.5, color: paper.quiet });
  });
  registers.forEach((register, index) => {
    const y = top + 22 + index * (CELL + 12);
    pdf.leaf('P', () => {
      pdf.text(zoneNames[register.zone], { x, y: y + 5, width: 60, size: 9 });
    });
    pdf.artifact(() => {
      for (let digit = 0; digit < register.digitCapacity; digit++) {
        pdf.doc.roundedRect(x + 64 + digit * (CELL + 4), y, CELL + 2, CELL + 6, 2);
      }
      pdf.doc.lineWidth(0.8).strokeColor(paper.ink).stroke();
    });
  });
}
