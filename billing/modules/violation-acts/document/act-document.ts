import { drawSides } from '#billing/document/draw-sides.ts';
import { dateText, unbroken } from '#billing/document/words.ts';
import type { ActPaper } from '#contract/values/violation-act.ts';
import { formatKwh, fromKwh } from '#domain/energy.ts';
import { formatMoney, moneyFromWire, subtractMoney, zeroMoney } from '#domain/money.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { drawBill } from './draw-bill.ts';
import { type ActPdfView, drawDetails, drawNote, drawTitle, layout } from './layout.ts';
import { words } from './text.ts';

/** Draws the act: violation, date and state. Returns the y coordinate below the drawn block. */
function drawFacts(pdf: Pdf, { act, today }: ActPdfView, top: number): number {
  const details: (readonly [string, string])[] = [
    [words.clause, act.clause === '' ? words.unknown : act.clause],
    [words.drawnOn, dateText(act.drawnOn)],
  ];
  if (act.servedOn !== null) details.push([words.servedOn, dateText(act.servedOn)]);
  if (act.hearingOn !== null) details.push([words.hearingOn, dateText(act.hearingOn)]);
  details.push(...protocolDetails(act), ...energyDetails(act));
  details.push([words.state(dateText(today)), words.states[act.state]]);
  return drawDetails(pdf, details, drawTitle(pdf, words.facts, top) + 4);
}

/** The commission's decision; [] before it. */
function protocolDetails({
  protocolNumber,
  protocolOn,
}: Pick<ActPdfView['act'], 'protocolNumber' | 'protocolOn'>): (readonly [string, string])[] {
  if (protocolNumber === null) return [];
  const date = protocolOn === null ? null : dateText(protocolOn);
  return [[words.protocol, words.protocolValue(protocolNumber, date)]];
}

/** Charged days and energy, as far as known. */
function energyDetails({
  periodFrom,
  periodTo,
  days,
  kwh,
}: Pick<ActPdfView['act'], 'periodFrom' | 'periodTo' | 'days' | 'kwh'>): (readonly [string, string])[] {
  const details: (readonly [string, string])[] = [];
  if (periodFrom !== null && periodTo !== null)
    details.push([words.period, words.periodValue(dateText(periodFrom), dateText(periodTo), days)]);
  if (kwh > 0) details.push([words.kwh, words.kwhValue(formatKwh(fromKwh(kwh)))]);
  return details;
}

/** Draws the title and the parties. Returns the y coordinate below the drawn block. */
function drawHeading(pdf: Pdf, kind: ActPaper, paperOfAct: ActPdfView): number {
  const { act, supplier } = paperOfAct;
  const { left, width } = layout;
  let y: number = pageSize.margin;
  pdf.leaf('P', () => {
    y = pdf.text(supplier.name, { x: left, y, width, font: 'semibold', size: 10, color: paper.quiet });
  });
  pdf.leaf('H1', () => {
    y = pdf.text(words.titles[kind], { x: left, y: y + 14, width, font: 'bold', size: 20 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(words.number(act.actNumber, dateText(act.drawnOn)), { x: left, y: y + 1, width, size: 13 });
  });
  return drawParties(pdf, paperOfAct, y + 18);
}

function drawParties(pdf: Pdf, { accountNumber, holder, supplier }: ActPdfView, top: number): number {
  return drawSides(
    pdf,
    [
      {
        role: words.customer,
        name: holder.customerName,
        lines: [
          unbroken(holder.address),
          words.account(accountNumber),
          words.contract(holder.contractNumber, dateText(holder.contractDate)),
          words.eic(holder.consumerEic),
        ],
      },
      {
        role: words.supplier,
        name: supplier.name,
        lines: [words.edrpou(supplier.edrpou), unbroken(supplier.address)],
      },
    ],
    { ...layout, top },
  );
}

const SUM_WIDTH = 110;

/** Draws the calculation: unmetered energy, days and cost. Returns the y coordinate below the drawn block. */
function drawCalculation(pdf: Pdf, { act }: ActPdfView, top: number): number {
  const amount = moneyFromWire(act.sum);
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
      // Without VAT data only the total is known.
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

const DRAWING_HOUR = 9;
const drawings = { act: drawFacts, calculation: drawCalculation, bill: drawBill };

/** Draws a document of a violation act. Equal input on the same day gives an equal PDF. */
export function createActDocument(kind: ActPaper, paper: ActPdfView): Promise<Buffer> {
  return createPdf(
    {
      title: `${words.titles[kind]} ${words.number(paper.act.actNumber, dateText(paper.act.drawnOn))}`,
      subject: words.subject(paper.accountNumber),
      author: paper.supplier.name,
      createdAt: kyivInstant(paper.today, DRAWING_HOUR, 0),
    },
    (pdf) => {
      const top = drawHeading(pdf, kind, paper);
      const bottom = drawings[kind](pdf, paper, top + layout.gap);
      drawNote(pdf, words.origin(dateText(paper.today)), pdf.roomFor(layout.gap * 2, bottom + layout.gap));
    },
  );
}
