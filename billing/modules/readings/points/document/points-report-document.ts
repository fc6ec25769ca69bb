import { dateText, monthOfYear } from '#billing/document/words.ts';
import type { PointsReportData } from '#contract/values/reading-points.ts';
import { formatKwh, fromKwh } from '#domain/energy.ts';
import type { Instant } from '#domain/time/instant.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { kindNames, noteNames, sourceNames, words } from './text.ts';

/** On the landscape page, in points. */
const left = pageSize.margin - 12;
const widths = [26, 142, 124, 44, 56, 56, 50, 34, 62, 44, 56, 56, 56, 59] as const;
const width = widths.reduce((sum, one) => sum + one, 0);
const leftAligned = new Set([0, 1, 2, 3, 12, 13]);

const numberText = (value: number | null) => (value === null ? words.notRead : formatKwh(fromKwh(value)));
const filled = (...texts: readonly string[]) => texts.filter((text) => text !== '');

/** Draws the report of readings of all points, to be signed. Equal input gives an equal PDF. */
export function createPointsReportDocument(
  report: PointsReportData,
  accountNumber: string,
  now: Instant,
): Promise<Buffer> {
  const title = words.title(monthOfYear(report.period));
  return createPdf(
    {
      title,
      subject: words.contract(report.contractNumber, accountNumber),
      author: report.customerName,
      createdAt: now,
      isLandscape: true,
    },
    (pdf) => {
      const y = drawHead(pdf, report, title, accountNumber);
      drawSignature(pdf, report, drawRows(pdf, report, y + 8));
    },
  );
}

function drawHead(pdf: Pdf, report: PointsReportData, title: string, accountNumber: string): number {
  let y = pageSize.margin - 12;
  pdf.leaf('H1', () => {
    y = pdf.text(title, { x: left, y, width, font: 'bold', size: 16 });
  });
  const lines = [
    words.contract(report.contractNumber, accountNumber),
    `${words.customer}: ${report.customerName}`,
    `${words.supplier}: ${report.supplierName}`,
  ];
  for (const line of lines) {
    pdf.leaf('P', () => {
      y = pdf.text(line, { x: left, y: y + 1, width, size: 9 });
    });
  }
  return y;
}

function drawRows(pdf: Pdf, { rows, totalKwh }: PointsReportData, top: number): number {
  return drawTable(pdf, pdf, {
    x: left,
    y: top,
    columns: words.columns.map((title, index) => ({
      title,
      width: widths[index] ?? 0,
      align: leftAligned.has(index) ? 'left' : 'right',
      ...(leftAligned.has(index) && index > 0 && { indent: 4 }),
    })),
    rows: [
      ...rows.map((row, index) => ({
        cells: [
          String(index + 1),
          filled(row.object, row.address).join(', '),
          `${row.eic}\n${words.meter(row.serialNumber, row.meterType)}`,
          kindNames[row.kind],
          String(row.previousValue),
          row.currentValue === null ? words.notRead : String(row.currentValue),
          numberText(row.difference),
          String(row.coefficient),
          numberText(row.quantity),
          row.lossKwh === null ? '' : numberText(row.lossKwh),
          row.subKwh === null ? '' : numberText(row.subKwh),
          row.totalKwh === null ? '' : numberText(row.totalKwh),
          row.readOn === null ? '' : dateText(row.readOn),
          filled(
            row.source === null ? '' : sourceNames[row.source],
            row.note === null ? '' : noteNames[row.note],
          ).join(', '),
        ],
      })),
      {
        cells: ['', words.total, '', '', '', '', '', '', numberText(totalKwh), '', '', '', '', ''],
        isTotal: true,
      },
    ],
  });
}

function drawSignature(pdf: Pdf, { signerPost, signerName }: PointsReportData, top: number): void {
  let y = pdf.roomFor(50, top + 16);
  pdf.leaf('P', () => {
    const signer = filled(signerPost, signerName).join(' ');
    y = pdf.text(`${signer} ${words.signLine}`.trim(), { x: left, y, width, size: 10 });
  });
  pdf.leaf('P', () => {
    pdf.text(words.sign, { x: left, y: y + 2, width, size: 7.5, color: paper.quiet });
  });
}
