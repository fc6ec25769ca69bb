import { showNumber } from '#web/lib/format.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

type MeterRow = BillData['meters'][number];

/** What each register showed, how that is known, and what passed. The coefficient only where it is not one. */
export function BillMeters({ meters }: { meters: BillData['meters'] }) {
  const hasCoefficient = meters.some(({ coefficient }) => coefficient !== 1);
  return (
    <DataTable
      caption={text.metersCaption}
      captionHidden
      rows={meters}
      rowKey={({ serialNumber, zone, previousValue }) => `${serialNumber} ${zone} ${previousValue}`}
      columns={columns.filter(({ key }) => key !== 'coefficient' || hasCoefficient)}
    />
  );
}

const windowOf = (value: number, { digitCapacity }: MeterRow) => String(value).padStart(digitCapacity, '0');

const columns: readonly Column<MeterRow>[] = [
  {
    key: 'meter',
    title: text.colMeter,
    cell: ({ serialNumber, zone }) => [`№ ${serialNumber}`, text.zones[zone]].filter(Boolean).join(', '),
  },
  {
    key: 'previous',
    title: text.colPrevious,
    numeric: true,
    cell: (meter) => windowOf(meter.previousValue, meter),
  },
  {
    key: 'current',
    title: text.colCurrent,
    numeric: true,
    cell: (meter) => windowOf(meter.currentValue, meter),
  },
  {
    key: 'coefficient',
    title: text.colCoefficient,
    numeric: true,
    cell: ({ coefficient }) => coefficient,
  },
  { key: 'kwh', title: text.kwh, numeric: true, cell: ({ kwh }) => showNumber(kwh) },
  { key: 'basis', title: text.colBasis, cell: ({ basis }) => text.basis[basis] },
];
