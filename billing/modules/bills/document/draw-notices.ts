import type { BillData } from '#billing/api/bills.ts';
import { formatMoney, moneyFromWire, sumMoney, zeroMoney } from '#domain/money.ts';
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
 * What stands beside the bill while it is the last: arrears with what follows from them, and what is due for violation acts,
 * each on its own and as of now (facts 2.4, 9.1). Answers the y below.
 */
export function drawNotices(pdf: Pdf, { due }: Pick<BillData, 'due'>, top: number): number {
  if (due === null) return top;
  let y = top;
  const arrears = moneyFromWire(due.arrears);
  if (arrears > zeroMoney) {
    y = drawNotice(pdf, words.overdue(formatMoney(arrears)), words.overdueText, y) + 6;
  }
  if (due.acts.length > 0) {
    const sum = formatMoney(sumMoney(due.acts.map(({ owed }) => moneyFromWire(owed))));
    const each = due.acts.map(({ actNumber, owed }) =>
      words.act(actNumber, formatMoney(moneyFromWire(owed))),
    );
    y = drawNotice(pdf, words.acts(sum), `${each.join('; ')}. ${words.actsText}`, y) + 6;
  }
  return y;
}
