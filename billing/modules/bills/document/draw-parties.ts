import type { BillData } from '#billing/api/bills.ts';
import { dateText, spacedIban, unbroken } from '#billing/document/words.ts';
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

function detailsOf({ supplier, customer, paymentPurpose }: BillData): Detail[] {
  const phones = supplier.phones.map(unbroken).join(', ');
  const contacts = [unbroken(supplier.address), supplier.email, phones].filter((text) => text !== '');
  return [
    { label: words.purpose, value: paymentPurpose },
    {
      label: words.contract,
      value: words.contractValue(customer.contractNumber, dateText(customer.contractDate)),
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
    { label: words.customer, value: customer.name, note: unbroken(customer.address) },
    { label: words.account, value: customer.accountNumber, isStrong: true },
    { label: words.objectCode, value: customer.objectCode },
    { label: words.eic, value: customer.consumerEic },
    { label: words.tariff, value: customer.tariff },
  ];
}

/** Purpose, contract, account to pay to, supplier, customer, tariff (facts 9.1, blocks 3–8). Answers the y below. */
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
    y = Math.max(y, below) + 3.5;
  }

  pdf.group('Table', (table) => {
    for (const detail of detailsOf(bill)) table.group('TR', (row) => drawRow(row, detail));
  });
  return y;
}
