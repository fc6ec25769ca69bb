import type { BillData } from '#billing/api/bills.ts';
import { formatMoney, moneyFromWire, sumMoney } from '#domain/money.ts';
import { defaultPaymentLimits } from '#domain/payments/payment-limits.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

const INSET = 8;

/** A box with a sentence that must not be overlooked, and what it means. Answers the y below. */
function drawNotice(pdf: Pdf, title: string, explanation: string, y: number): number {
  const width = layout.width - 2 * INSET;
  const titleStyle = { width, font: 'semibold', size: 9 } as const;
  const textStyle = { width, size: 7.5, color: paper.quiet };
  const height =
    pdf.heightOf(title, titleStyle) + pdf.heightOf(explanation, textStyle) + 2 * INSET - PADDING_SAVED;
  const top = pdf.roomFor(height, y);
  pdf.artifact(() => {
    pdf.doc.roundedRect(layout.left, top, layout.width, height, 6).fill(paper.tint);
    pdf.doc.rect(layout.left, top + 6, 2.5, height - 12).fill(paper.lamp);
  });
  pdf.leaf('P', () => {
    const place = { x: layout.left + INSET };
    const below = pdf.text(title, { ...titleStyle, ...place, y: top + INSET - 2 });
    pdf.text(explanation, { ...textStyle, ...place, y: below + 1 });
  });
  return top + height;
}

/** Lines end lower than their letters do. */
const PADDING_SAVED = 3;

/**
 * What stands beside the bill: an old debt with what follows from it, and what is owed for violation acts, each on its own
 * (facts 2.4, 9.1). A debt smaller than the smallest payment is no reason to warn. Answers the y below.
 */
export function drawNotices(pdf: Pdf, bill: BillData, top: number): number {
  let y = top;
  const overdue = moneyFromWire(bill.overdue);
  if (overdue >= defaultPaymentLimits.least) {
    y = drawNotice(pdf, words.overdue(formatMoney(overdue)), words.overdueText, y) + 6;
  }
  if (bill.acts.length > 0) {
    const sum = formatMoney(sumMoney(bill.acts.map(({ owed }) => moneyFromWire(owed))));
    const each = bill.acts.map(({ actNumber, owed }) =>
      words.act(actNumber, formatMoney(moneyFromWire(owed))),
    );
    y = drawNotice(pdf, words.acts(sum), `${each.join('; ')}. ${words.actsText}`, y) + 6;
  }
  return y;
}
