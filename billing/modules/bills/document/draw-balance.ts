import type { BillData } from '#billing/api/bills/bills.ts';
import { dateText, providerName } from '#billing/document/words.ts';
import { formatMoney, type Kopiykas, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { formatDate, type LocalDate } from '#domain/time/local-date.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { paper } from '#platform/pdf/paper.ts';
import { drawSubheading } from './draw-energy.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

/** More of them are printed smaller. */
const MOST_WIDE_STEPS = 5;

interface Step {
  readonly sign: string;
  readonly label: string;
  readonly sum: Kopiykas;
}

/** Named as a debt or as an overpayment; its sign stays, so that the sentence adds up. */
function balanceStep(sign: string, sum: Kopiykas, date: LocalDate): Step {
  return { sign, label: words.balanceOn(formatDate(date).slice(0, 5), sum >= zeroMoney), sum };
}

/** What adds to the debt or takes off it, with its sign before it; nothing for nothing. */
function changeStep(label: string, sum: Kopiykas): Step[] {
  if (sum === zeroMoney) return [];
  return [sum < zeroMoney ? { sign: '\u2212', label, sum: negateMoney(sum) } : { sign: '+', label, sum }];
}

function stepsOf(bill: BillData): Step[] {
  const period = billingPeriod(bill.period);
  return [
    balanceStep('', moneyFromWire(bill.opening), firstDay(period)),
    { sign: '+', label: words.charged, sum: moneyFromWire(bill.charged) },
    ...changeStep(words.recalculated, moneyFromWire(bill.recalculated)),
    ...changeStep(words.granted, moneyFromWire(bill.benefit)),
    ...changeStep(words.corrected, moneyFromWire(bill.corrected)),
    { sign: '\u2212', label: words.paid, sum: moneyFromWire(bill.paid) },
    balanceStep('=', moneyFromWire(bill.closing), firstDayAfter(period)),
  ];
}

/** The balance as a sentence from left to right, the payments (facts 9.1, block 11). Returns the y below. */
export function drawBalance(pdf: Pdf, bill: BillData, top: number): number {
  let y = drawSubheading(pdf, words.balance, top) + 3;
  y = pdf.roomFor(50, y);
  const steps = stepsOf(bill);
  const size = steps.length > MOST_WIDE_STEPS ? 10 : 13;
  const step = layout.width / steps.length;
  const rowTop = y;
  steps.forEach(({ sign, label, sum }, index) => {
    const x = layout.left + index * step;
    const isLast = index === steps.length - 1;
    if (isLast) {
      pdf.artifact(() => pdf.doc.roundedRect(x + 10, rowTop - 4, step - 10, 38, 6).fill(paper.tint));
    }
    pdf.leaf('P', () => {
      const indent = sign === '' ? 0 : 18;
      if (sign !== '') pdf.text(sign, { x: x + (isLast ? -2 : 2), y: rowTop + 12, size, color: paper.quiet });
      pdf.text(label, { x: x + indent, y: rowTop, width: step - indent, size: 7.5, color: paper.quiet });
      pdf.text(formatMoney(sum), {
        x: x + indent,
        y: rowTop + 12,
        width: step - indent,
        size,
        font: isLast ? 'bold' : 'semibold',
      });
    });
  });
  y = rowTop + 38;
  const notes: string[] = [];
  if (bill.benefits.length > 0) notes.push(words.benefits(bill.benefits.map(benefitText).join('; ')));
  if (bill.corrections.length > 0)
    notes.push(words.corrections(bill.corrections.map(correctionText).join('; ')));
  if (bill.payments.length > 0) notes.push(words.payments(bill.payments.map(paymentText).join('; ')));
  for (const note of notes) {
    pdf.leaf('P', () => {
      y = pdf.text(note, { x: layout.left, y, width: layout.width, size: 8, color: paper.quiet }) + 1;
    });
  }
  return y;
}

function benefitText({ kind, title, sum }: BillData['benefits'][number]): string {
  return words.benefitOf(title || words.benefitKinds[kind], formatMoney(negateMoney(moneyFromWire(sum))));
}

function correctionText({ date, sum, reason }: BillData['corrections'][number]): string {
  return words.correction(dateText(date), formatMoney(moneyFromWire(sum)), reason);
}

function paymentText({ date, sum, provider }: BillData['payments'][number]): string {
  return words.payment(dateText(date), formatMoney(moneyFromWire(sum)), providerName(provider));
}
