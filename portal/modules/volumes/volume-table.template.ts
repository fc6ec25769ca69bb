import type { VolumePoint } from '#contract/values/volume.ts';
import type { Table } from '#platform/tables/table.ts';

const percentOf = (hundredths: number | null) => (hundredths === null ? null : String(hundredths / 100));

/** Contract volumes with what was used of them, a row for each month and point. */
export function volumeTable(points: readonly VolumePoint[]): Table {
  return {
    title: 'Договірні обсяги',
    columns: [
      { title: 'Місяць', kind: 'month' },
      { title: 'Об’єкт', kind: 'text', width: 30 },
      { title: 'Адреса', kind: 'text', width: 40 },
      { title: 'Центр витрат', kind: 'text', width: 16 },
      { title: 'EIC точки', kind: 'text', width: 20 },
      { title: 'За договором, кВт·год', kind: 'integer', width: 14 },
      { title: 'Скоригований, кВт·год', kind: 'integer', width: 14 },
      { title: 'Спожито, кВт·год', kind: 'integer', width: 14 },
      { title: 'Прогноз', kind: 'text', width: 10 },
      { title: 'Відхилення, кВт·год', kind: 'integer', width: 14 },
      { title: 'Відхилення, %', kind: 'price', width: 12 },
      { title: 'Понад допуск, кВт·год', kind: 'integer', width: 14 },
      { title: 'Документ', kind: 'text', width: 40 },
    ],
    rows: points.map((point) => [
      point.period,
      point.objectName,
      point.address,
      point.costCentre,
      point.eic,
      point.contractedKwh,
      point.correctedKwh,
      point.usedKwh,
      point.isForecast ? 'прогноз' : '',
      point.deltaKwh,
      percentOf(point.deltaHundredths),
      point.outsideKwh,
      point.document,
    ]),
  };
}
