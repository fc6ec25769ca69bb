import type { SubscriberBookData } from '#billing/api/subscriber-book.ts';
import { dateText } from '#billing/document/words.ts';
import type { Pdf } from '#platform/pdf/create-pdf.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { words } from './text.ts';

/** Position on the landscape page, in points. */
export const place = { left: pageSize.margin, width: pageSize.height - 2 * pageSize.margin } as const;

const SIDE = 250;

/**
 * Draws the header: year and account, supplier, customer, address, tariff, meters. Returns the y coordinate below the
 * drawn block.
 */
export function drawHead(
  pdf: Pdf,
  { year, head }: SubscriberBookData,
  { accountNumber, today }: { readonly accountNumber: string; readonly today: string },
): number {
  const top = pageSize.margin - 8;
  const main = place.width - SIDE;
  let y = top;
  pdf.leaf('H1', () => {
    y = pdf.text(words.title(year), { x: place.left, y, width: main, font: 'bold', size: 18 });
  });
  pdf.leaf('P', () => {
    y = pdf.text(words.account(accountNumber), { x: place.left, y: y + 1, width: main, size: 11 });
  });
  const aside = { x: place.left + main, width: SIDE, align: 'right' } as const;
  let side = top + 6;
  pdf.leaf('P', () => {
    side = pdf.text(head.supplierName, { ...aside, y: side, font: 'semibold' });
  });
  pdf.leaf('P', () => {
    side = pdf.text(words.madeOn(dateText(today)), { ...aside, y: side + 2, size: 8, color: paper.quiet });
  });
  y = Math.max(y, side) + 8;
  const facts = [
    [words.customer, head.customerName],
    [words.address, head.address],
    [words.tariff, head.tariffTitle],
    [head.meters.length > 1 ? words.meters : words.meter, head.meters.map(meterText).join('\n')],
  ] as const;
  const step = place.width / facts.length;
  let below = y;
  facts.forEach(([label, value], index) => {
    const style = { x: place.left + index * step, width: step - 14 };
    pdf.leaf('P', () => {
      const under = pdf.text(label, { ...style, y, size: 7.5, color: paper.quiet });
      below = Math.max(below, pdf.text(value, { ...style, y: under, size: 9 }));
    });
  });
  return below;
}

function meterText({
  serialNumber,
  meterType,
  installedOn,
  removedOn,
}: SubscriberBookData['head']['meters'][number]) {
  const from = dateText(installedOn);
  const days = removedOn === null ? words.meterFrom(from) : words.meterTo(from, dateText(removedOn));
  return `${serialNumber} · ${meterType}, ${days}`;
}
