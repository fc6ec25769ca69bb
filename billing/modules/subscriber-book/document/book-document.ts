import { dateText, providerName } from '#billing/document/words.ts';
import type { SubscriberBookData, SubscriberBookRow } from '#contract/values/subscriber-book.ts';
import { estimateWords, leastSure } from '#domain/charges/basis-words.template.ts';
import { formatKwh, wattHours } from '#domain/energy.ts';
import { compareMoney, formatMoney, moneyFromWire, negateMoney, zeroMoney } from '#domain/money.ts';
import { coefficientFromText, formatPrice, priceFromText, zonePrice } from '#domain/price.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { monthName } from '#domain/time/month-names.template.ts';
import { createPdf, type Pdf } from '#platform/pdf/create-pdf.ts';
import { drawTable, type TableRow } from '#platform/pdf/draw-table.ts';
import { pageSize, paper } from '#platform/pdf/paper.ts';
import { dayText, words, zoneNames } from './text.ts';

/** Position on the landscape page, in points. */
const place = { left: pageSize.margin, width: pageSize.height - 2 * pageSize.margin } as const;

const SIDE = 250;

/**
 * Draws the header: year and account, supplier, customer, address, tariff, meters. Returns the y coordinate below the
 * drawn block.
 */
function drawHead(
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

const widths = [72, 88, 54, 54, 46, 80, 68, 78, 112, 109.89] as const;
const leftAligned = new Set([0, 1]);

/** Fills an empty line, so that the following lines stay aligned with their register. */
const emptyLine = '\u00a0';

/** Draws the months of the year with opening balance and total. Returns the y coordinate below the drawn block. */
function drawYear(pdf: Pdf, { rows, totals }: SubscriberBookData, top: number): number {
  let y = drawTable(pdf, pdf, {
    x: place.left,
    y: top,
    columns: words.columns.map((title, index) => ({
      title,
      width: widths[index] ?? 0,
      align: leftAligned.has(index) ? 'left' : 'right',
    })),
    rows: [
      { cells: [words.carried, '', '', '', '', '', '', '', '', balanceText(totals.opening)] },
      ...rows.map(monthRow),
      {
        cells: [
          words.total,
          '',
          '',
          '',
          kwhText(totals.kwh),
          '',
          moneyText(totals.charged),
          correctionsText(totals),
          moneyText(totals.paid),
          balanceText(totals.closing),
        ],
        isTotal: true,
      },
    ],
  });
  y = pdf.roomFor(24, y + 6);
  pdf.leaf('P', () => {
    y = pdf.text(words.note, { x: place.left, y, width: place.width, size: 7.5, color: paper.quiet });
  });
  return y;
}

function monthRow(row: SubscriberBookRow): TableRow {
  const lines = registerLines(row);
  const column = (pick: (line: RegisterLine) => string) =>
    lines.map((line) => pick(line) || emptyLine).join('\n');
  const month = [monthName(row.period)];
  if (row.isEstimated) month.push(estimateWords(leastSure(row.registers)));
  if (row.state === 'open') month.push(words.unfinished);
  return {
    cells: [
      month.join('\n'),
      column(({ scale }) => scale),
      column(({ previous }) => previous),
      column(({ current }) => current),
      column(({ kwh }) => kwh),
      column(({ price }) => price),
      row.charged === null ? words.notYet : moneyText(row.charged),
      correctionsText(row),
      paymentsText(row),
      balanceText(row.closing),
    ],
  };
}

interface RegisterLine {
  readonly scale: string;
  readonly previous: string;
  readonly current: string;
  readonly kwh: string;
  readonly price: string;
}

const noFigures: RegisterLine = { scale: '', previous: '', current: '', kwh: '', price: '' };

/**
 * One line per register, grouped by meter when there are two; further prices of a zone follow below. The price is
 * printed at the first register of its zone.
 */
function registerLines(row: SubscriberBookRow): RegisterLine[] {
  const hasTwoMeters = new Set(row.registers.map(({ meterSerial }) => meterSerial)).size > 1;
  const priced = new Set<string>();
  const named = new Set<string>();
  return row.registers.flatMap((register): RegisterLine[] => {
    const { zone, meterSerial, coefficient, digitCapacity } = register;
    const [price = '', ...more] = priced.has(zone) ? [] : pricesOf(row, zone);
    priced.add(zone);
    const digits = (value: number) => String(value).padStart(digitCapacity, '0');
    const name = [zoneNames[zone], ...(coefficient === 1 ? [] : [words.multiplied(coefficient)])];
    const isNew = hasTwoMeters && !named.has(meterSerial);
    named.add(meterSerial);
    return [
      ...(isNew ? [{ ...noFigures, scale: words.serial(meterSerial) }] : []),
      {
        scale: name.join(' '),
        previous: digits(register.previousValue),
        current: digits(register.currentValue),
        kwh: kwhText(register.kwh),
        price,
      },
      ...more.map((text) => ({ ...noFigures, price: text })),
    ];
  });
}

function pricesOf({ tariffs, period }: SubscriberBookRow, zone: string): string[] {
  const parts = tariffs.filter((part) => part.zone === zone);
  const month = billingPeriod(period);
  return parts.flatMap(({ kwh, price, coefficient, from, to }) => {
    const shown = formatPrice(zonePrice(priceFromText(price), coefficientFromText(coefficient)));
    if (parts.length === 1) return [shown];
    const isWhole = from === firstDay(month) && to === addDays(firstDayAfter(month), -1);
    const part = words.part(kwhText(kwh), shown);
    return isWhole ? [part] : [part, words.days(dayText(from), dayText(to))];
  });
}

function correctionsText({ recalculated, benefit }: { recalculated: string; benefit: string }): string {
  const lines: string[] = [];
  if (isSum(recalculated)) lines.push(moneyText(recalculated), words.recalculated);
  if (isSum(benefit)) lines.push(moneyText(benefit), words.benefit);
  return lines.join('\n');
}

function paymentsText({ payments, paid }: SubscriberBookRow): string {
  if (payments.length === 0) return isSum(paid) ? moneyText(paid) : '';
  const lines = payments.map(({ date, provider, sum }) => {
    const label = words.payment(dayText(date), providerName(provider));
    return payments.length === 1 ? label : `${label} ${moneyText(sum)}`;
  });
  return [moneyText(paid), ...lines].join('\n');
}

/** Names a balance as debt or overpayment; zero has no name. */
function balanceText(wire: string): string {
  const sum = moneyFromWire(wire);
  const order = compareMoney(sum, zeroMoney);
  if (order === 0) return formatMoney(sum);
  return order > 0 ? words.debt(formatMoney(sum)) : words.credit(formatMoney(negateMoney(sum)));
}

function moneyText(wire: string): string {
  return formatMoney(moneyFromWire(wire));
}

function isSum(wire: string): boolean {
  return moneyFromWire(wire) !== zeroMoney;
}

function kwhText(kwh: number): string {
  return formatKwh(wattHours(kwh * 1000));
}

/** Draws a year of the book on landscape A4: header, and a table of months with opening balance and total. */
export function createBookDocument(
  book: SubscriberBookData,
  accountNumber: string,
  now: Instant,
): Promise<Buffer> {
  return createPdf(
    {
      title: `${words.title(book.year)}, ${accountNumber}`,
      subject: words.subject(accountNumber, book.head.customerName),
      author: book.head.supplierName,
      createdAt: now,
      isLandscape: true,
    },
    (pdf) => {
      const y = drawHead(pdf, book, { accountNumber, today: kyivDateOf(now) });
      drawYear(pdf, book, y + 8);
    },
  );
}
