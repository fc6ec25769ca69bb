import { useState } from 'react';
import { getInvoice } from '#contract/invoices.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { invoiceSearch } from '#contract/pages.ts';
import { pointEstimate } from '#domain/charges/basis-words.template.ts';
import { addMoney, formatMoney, type Kopiykas, moneyFromWire, sumMoney, zeroMoney } from '#domain/money.ts';
import { showKwh, showNumber } from '#web/lib/format.ts';
import { hasWords, splitWords } from '#web/lib/list/find-words.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import type { FilterField } from '#web/ui/form/filter-bar.tsx';
import { selectWithAny } from '#web/ui/form/select-with-any.ts';
import { Icon } from '#web/ui/icon.tsx';
import { chevronDown } from '#web/ui/icons.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { groupsOf, LineTable, type LinkToPrice, showQuantity } from './invoice-lines.tsx';
import styles from './invoice-points.module.css';
import type { Invoice, InvoiceKey, PointFilter } from './invoice-types.ts';
import { text } from './text.ts';

type Point = Invoice['quantities'][number];
type Meter = Point['meters'][number];

const hasFeature: Record<(typeof invoiceSearch.points)[number], (point: Point) => boolean> = {
  voltage1: ({ voltageClass }) => voltageClass === 1,
  voltage2: ({ voltageClass }) => voltageClass === 2,
  losses: ({ lossKwh }) => lossKwh > 0,
  subConsumers: ({ subKwh }) => subKwh > 0,
  held: ({ isHeld }) => isHeld,
  estimated: (point) => pointEstimate(point) !== '',
};

/** Points with all these words and this feature; [] when none has them. */
function filterPoints(points: readonly Point[], { q = '', points: feature }: PointFilter): readonly Point[] {
  const words = splitWords(q);
  return points.filter((point) => {
    const { object, address, costCentre, eic, meters } = point;
    const serials = meters.map(({ serialNumber }) => serialNumber).join('\n');
    const isNamed = hasWords([object, address, costCentre, eic, serials].join('\n'), words);
    return isNamed && (feature === undefined || hasFeature[feature](point));
  });
}

const filterFields = ({ q, points: feature }: PointFilter): readonly FilterField<keyof PointFilter>[] => [
  { kind: 'search', name: 'q', label: text.find, value: q, maxLength: 60 },
  selectWithAny({
    name: 'points',
    label: text.feature,
    value: feature,
    anyLabel: text.featureAny,
    choices: invoiceSearch.points,
    labels: text.features,
  }),
];

interface PointsContext {
  account: string;
  invoice: InvoiceKey;
}

const points = defineList({
  whole: ({ account, invoice: { period, payee } }: PointsContext, _: PointFilter) =>
    accountQuery(getInvoice, account, { period, payee }),
  words: { loading: text.pointsLoading, failed: text.pointsFailed },
  caption: () => text.pointsList,
  empty: {
    empty: text.noPoints,
    noneTitle: text.noneFoundTitle,
    none: text.noneFound,
    showAll: text.showAllPoints,
  },
  rows: (pages, filter): readonly Point[] =>
    pages.flatMap(({ invoice }) => filterPoints(invoice.quantities, filter)),
  rowKey: ({ eic }) => eic,
  filter: {
    label: text.pointsFilter,
    fields: filterFields,
    read: ({ q, points: feature }) => ({
      ...(q && { q }),
      ...(feature && { points: feature as (typeof invoiceSearch.points)[number] }),
    }),
  },
});

interface InvoicePointsProps {
  account: string;
  invoice: Invoice;
  filter: PointFilter;
  onFilter: (filter: PointFilter) => void;
  linkToPrice: LinkToPrice;
}

/** The points behind an invoice with their quantities; each opens on its meters and on what it is charged. */
export function InvoicePoints({ account, invoice, filter, onFilter, linkToPrice }: InvoicePointsProps) {
  const sums = new Map<string, Kopiykas>();
  for (const { eic, sum } of invoice.lines)
    sums.set(eic, addMoney(sums.get(eic) ?? zeroMoney, moneyFromWire(sum)));
  return (
    <section aria-labelledby="points">
      <h2 id="points">{text.points}</h2>
      <EstimatedPoints invoice={invoice} />
      <RecordList
        list={points}
        context={{ account, invoice }}
        filter={filter}
        onFilter={onFilter}
        className={styles.part}
        view={{
          className: undefined,
          item: (point) => (
            <li className={styles.point}>
              <PointDetails
                invoice={invoice}
                point={point}
                sum={sums.get(point.eic)}
                linkToPrice={linkToPrice}
              />
            </li>
          ),
        }}
      >
        {(_, shown) => <PointTotals invoice={invoice} shown={shown} sums={sums} />}
      </RecordList>
    </section>
  );
}

/** How many points are charged by an average, with what they come to. */
function EstimatedPoints({ invoice: { quantities, payee } }: { invoice: Invoice }) {
  const estimated = payee === 'supplier' ? quantities.filter(hasFeature.estimated) : [];
  if (estimated.length === 0) return null;
  const kwh = estimated.reduce((sum, { billedKwh }) => sum + billedKwh, 0);
  return (
    <div className={styles.part}>
      <Notice kind="warn">
        {formatText(text.estimatedPoints, { n: estimated.length, kwh: showKwh(kwh) })}
      </Notice>
    </div>
  );
}

interface PointTotalsProps {
  invoice: Invoice;
  shown: readonly Point[];
  sums: ReadonlyMap<string, Kopiykas>;
}

/** What the points that are shown come to, and of how many they are. */
function PointTotals({ invoice: { quantities, payee, priceBase, lines }, shown, sums }: PointTotalsProps) {
  const eics = new Set(shown.map(({ eic }) => eic));
  // Reactive energy is counted by its lines; the surcharge is for the same energy.
  const quantity =
    payee === 'supplier'
      ? shown.reduce((sum, { eic, billedKwh }) => (sums.has(eic) ? sum + billedKwh : sum), 0)
      : lines
          .filter(({ eic, kind }) => eics.has(eic) && kind !== 'reactiveCompensation')
          .reduce((sum, line) => sum + line.quantity, 0);
  const facts = {
    n: shown.length,
    quantity: `${showQuantity(quantity)} ${text.quantities[payee]}`,
    sum: `${formatMoney(sumMoney(shown.map(({ eic }) => sums.get(eic) ?? zeroMoney)))} ${text.unit}`,
  };
  return (
    <Text size="s" role="status" isNumeric>
      {formatText(priceBase === 'net' ? text.pointsShown : text.pointsShownGross, facts)}
      {shown.length < quantities.length && `. ${formatText(text.pointsOf, { all: quantities.length })}`}
    </Text>
  );
}

interface PointProps {
  invoice: Invoice;
  point: Point;
  /** undefined: the point is not charged, as a sub-consumer with a contract of its own. */
  sum: Kopiykas | undefined;
  linkToPrice: LinkToPrice;
}

/** The row of a point; what is inside is made when it is opened, as there may be hundreds. */
function PointDetails({ invoice, point, sum, linkToPrice }: PointProps) {
  const [isOpen, setOpen] = useState(false);
  const { object, address, eic, costCentre, voltageClass } = point;
  const estimate = invoice.payee === 'supplier' ? pointEstimate(point) : '';
  const facts = [
    object === '' ? '' : address,
    eic,
    voltageClass === null ? '' : formatText(text.voltage, { n: voltageClass }),
    costCentre,
    sum === undefined && point.billedKwh > 0 ? text.ownContract : '',
  ];
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.object}>
          {object || address}
          <span className={styles.facts}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
          {estimate !== '' && (
            <span className={styles.facts} data-estimate="">
              {estimate}
            </span>
          )}
        </span>
        {figuresOf(invoice, point).map(([name, value]) => (
          <span key={name} className={styles.figure}>
            <span className={styles.name}>{name}</span> {showNumber(value)}
          </span>
        ))}
        <span className={styles.figure} data-sum="">
          <span className={styles.name}>{text.sum}</span> {formatMoney(sum ?? zeroMoney)}
        </span>
        <Icon drawing={chevronDown} />
      </summary>
      {isOpen && <PointBody invoice={invoice} point={point} linkToPrice={linkToPrice} />}
    </details>
  );
}

/** Figures of a point; what no point of the invoice has, no row shows. */
function figuresOf(
  { payee, quantities }: Invoice,
  point: Point,
): readonly (readonly [name: string, value: number])[] {
  if (payee === 'operator')
    return [
      [text.metered, point.meteredKwh],
      [text.reactiveImport, point.reactiveImportKvarh],
      [text.reactiveExport, point.reactiveExportKvarh],
    ];
  const hasLosses = quantities.some(hasFeature.losses);
  const hasSubs = quantities.some(hasFeature.subConsumers);
  return [
    ...(hasLosses || hasSubs ? [[text.metered, point.meteredKwh] as const] : []),
    ...(hasLosses ? [[text.losses, point.lossKwh] as const] : []),
    ...(hasSubs ? [[text.subs, point.subKwh + point.subLossKwh] as const] : []),
    [text.quantities.supplier, point.billedKwh],
  ];
}

const dial = (value: number | null, { digitCapacity }: Meter) =>
  value === null ? '—' : String(value).padStart(digitCapacity, '0');

const meterColumns: readonly Column<Meter>[] = [
  {
    key: 'meter',
    title: text.meter,
    cell: ({ serialNumber, register }) => `${serialNumber}, ${text.registers[register]}`,
  },
  {
    key: 'previous',
    title: text.previous,
    numeric: true,
    cell: (meter) => dial(meter.previousValue, meter),
  },
  { key: 'current', title: text.current, numeric: true, cell: (meter) => dial(meter.currentValue, meter) },
  { key: 'coefficient', title: text.coefficient, numeric: true, cell: ({ coefficient }) => coefficient },
  {
    key: 'quantity',
    title: text.difference,
    numeric: true,
    cell: ({ quantity }) => (quantity === null ? '—' : showNumber(quantity)),
  },
];

function PointBody({ invoice, point, linkToPrice }: Omit<PointProps, 'sum'>) {
  const lines = invoice.lines.filter(({ eic }) => eic === point.eic);
  return (
    <div className={styles.body}>
      <Stack gap="2">
        {point.isHeld && <Notice kind="warn">{text.held}</Notice>}
        {point.subKwh > 0 && (
          <Text size="s">
            {formatText(text.subNote, {
              kwh: showKwh(point.subKwh + point.subLossKwh),
              loss: showKwh(point.subLossKwh),
            })}
          </Text>
        )}
        <DataTable
          caption={text.meters}
          captionHidden
          phoneLayout={styles.meters}
          columns={meterColumns}
          rows={point.meters}
          rowKey={({ serialNumber, register }) => `${serialNumber} ${register}`}
        />
        <LineTable
          invoice={invoice}
          linkToPrice={linkToPrice}
          groups={groupsOf(invoice, lines)}
          caption={text.pointLines}
        />
      </Stack>
    </div>
  );
}
