import { formatMoney, moneyFromWire, subtractMoney, zeroMoney } from '#domain/money.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import type { ActOnPaper } from './act-on-paper.ts';
import { energyDetails, protocolDetails } from './draw-facts.ts';
import { drawDetails, drawTitle, layout } from './layout.ts';
import { words } from './text.ts';

const SUM_WIDTH = 110;

/** The calculation: the energy that was not metered, for which days, and what it comes to. Answers the y below. */
export function drawCalculation(pdf: Pdf, { act }: ActOnPaper, top: number): number {
  const amount = moneyFromWire(act.amount);
  const vat = moneyFromWire(act.vat);
  const details = [
    [words.clause, act.clause === '' ? words.unknown : act.clause] as const,
    ...protocolDetails(act),
    ...energyDetails(act),
  ];
  const y = drawDetails(pdf, details, drawTitle(pdf, words.facts, top) + 4);
  return drawTable(pdf, pdf, {
    x: layout.left,
    y: drawTitle(pdf, words.sums, y + 12),
    columns: [
      { title: words.sumColumns[0], width: layout.width - SUM_WIDTH },
      { title: words.sumColumns[1], width: SUM_WIDTH, align: 'right' },
    ],
    rows: [
      // Of acts whose VAT was not told only the whole is known.
      ...(vat > zeroMoney
        ? [
            { cells: [words.net, formatMoney(subtractMoney(amount, vat))] },
            { cells: [words.vat, formatMoney(vat)] },
          ]
        : []),
      { cells: [words.total, formatMoney(amount)], isTotal: true },
    ],
  });
}
