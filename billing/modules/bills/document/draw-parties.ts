import { dateText, spacedIban, unbroken } from '#billing/document/words.ts';
import type { BillData } from '#contract/values/bill.ts';
import type { Pdf, PdfPart } from '#platform/pdf/create-pdf.ts';
import { paper } from '#platform/pdf/paper.ts';
import { layout } from './layout.ts';
import { words } from './text.ts';

const LABEL_WIDTH = 112;

interface Detail {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  readonly isStrong?: boolean;
}

/** What the customer is and how their energy is counted: "Побутовий споживач, двозонний облік, електроопалення". */
function groupOf({ category, zoneScheme, isHeating }: BillData['customer']): string {
  return [
    words.categories[category],
    zoneScheme === null ? '' : words.schemes[zoneScheme],
    isHeating ? words.heating : '',
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** The codes of the customer and of each of the points that a meter stood at. */
function codesOf({ customer, meters }: BillData): string {
  const points = [...new Set(meters.map(({ eic }) => eic))];
  return [words.consumerEic(customer.consumerEic), ...points.map(words.pointEic)].join('\n');
}

function detailsOf(bill: BillData): Detail[] {
  const { supplier, customer, paymentPurpose } = bill;
  const contacts = [unbroken(supplier.address), supplier.email].filter((text) => text !== '');
  return [
    { label: words.purpose, value: paymentPurpose },
    {
      label: words.contract,
      value: words.contractValue(customer.contractNumber, dateText(customer.contractDate)),
      note: customer.offer === '' ? '' : words.offer(customer.offer),
    },
    {
      label: words.specialAccount,
      value: spacedIban(supplier.iban),
      note: `${supplier.bank}, ${words.specialAccountNote}`,
    },
    {
      label: words.supplier,
      value: `${supplier.name}, ${words.edrpou(supplier.edrpou)}`,
      note: contacts.join('\n'),
    },
    {
      label: words.customer,
      value: customer.name,
      note: [unbroken(customer.address), customer.phone.replaceAll(' ', '\u00a0')]
        .filter((text) => text !== '')
        .join('\n'),
    },
    {
      label: words.account,
      value: customer.account,
      note: customer.objectCode === '' ? words.objectCodeChanged : words.objectCode(customer.objectCode),
      isStrong: true,
    },
    { label: words.eic, value: codesOf(bill) },
    { label: words.tariff, value: customer.tariff, note: groupOf(customer) },
  ];
}

/** Purpose, contract, account to pay to, supplier, customer, tariff (facts 9.1, blocks 3–8). Returns the y below. */
export function drawParties(pdf: Pdf, bill: BillData, top: number): number {
  const { left, mainWidth } = layout;
  const x = left + LABEL_WIDTH;
  const width = mainWidth - LABEL_WIDTH;
  let y = top;

  function drawRow(row: PdfPart, { label, value, note, isStrong }: Detail): void {
    const rowTop = y;
    let below = y;
    const drawLabel = () => {
      const style = { width: LABEL_WIDTH - 12, size: 7.5, color: paper.quiet };
      below = pdf.text(label, { ...style, x: left, y: rowTop + 1.5 });
    };
    row.leaf('TH', drawLabel, { scope: 'Row' });
    row.leaf('TD', () => {
      const style = isStrong ? { size: 13, font: 'bold' as const } : { size: 9 };
      y = pdf.text(value, { ...style, x, y: rowTop - (isStrong ? 2 : 0), width });
      if (note !== undefined && note !== '') {
        y = pdf.text(note, { x, y, width, size: 7.5, color: paper.quiet });
      }
    });
    y = Math.max(y, below) + 2.5;
  }

  pdf.group('Table', (table) => {
    for (const detail of detailsOf(bill)) table.group('TR', (row) => drawRow(row, detail));
  });
  return y;
}
