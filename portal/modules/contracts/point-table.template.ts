import type { CONTRACT_POINTS } from '#billing/api/contracts.ts';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { Table } from '#platform/tables/table.ts';

type Point = ModuleOutput<typeof CONTRACT_POINTS>['points'][number];

const states = {
  active: 'діє',
  takenByOperator: 'показання знімає оператор',
  substation: 'підстанція',
  commercial: 'комерційний облік',
  disabled: 'вимкнена',
} as const satisfies Record<Point['pointState'], string>;

const channelNames = {
  export: 'A−',
  reactiveImport: 'R+',
  reactiveExport: 'R−',
} as const satisfies Record<Point['meters'][number]['channels'][number], string>;

function lossText(loss: Point['loss']): string {
  switch (loss.mode) {
    case 'none':
      return 'немає';
    case 'percent':
      return `${loss.percent.replace('.', ',')} %`;
    case 'fixed':
      return `${loss.kwh} кВт·год на місяць`;
    case 'formula':
      return 'за формулою';
  }
}

/** The points with their passports, a row for each meter; a point without a meter has a row of its own. */
export function pointTable(points: readonly Point[]): Table {
  return {
    title: 'Точки обліку',
    columns: [
      { title: 'Об’єкт', kind: 'text', width: 30 },
      { title: 'Адреса', kind: 'text', width: 40 },
      { title: 'Центр витрат', kind: 'text', width: 16 },
      { title: 'EIC точки', kind: 'text', width: 20 },
      { title: 'Стан', kind: 'text', width: 24 },
      { title: 'Клас напруги', kind: 'integer' },
      { title: 'Потужність, кВт', kind: 'price' },
      { title: 'Група А', kind: 'text', width: 10 },
      { title: 'Втрати', kind: 'text', width: 24 },
      { title: 'Основна точка', kind: 'text', width: 20 },
      { title: 'Субспоживачі', kind: 'text', width: 30 },
      { title: 'Лічильник №', kind: 'text', width: 16 },
      { title: 'Тип', kind: 'text', width: 20 },
      { title: 'Розрядів', kind: 'integer' },
      { title: 'K', kind: 'integer' },
      { title: 'Канали', kind: 'text', width: 16 },
      { title: 'Установлено', kind: 'date' },
      { title: 'Повірено', kind: 'date' },
    ],
    rows: points.flatMap((point) => {
      const own = [
        point.objectName,
        point.address,
        point.costCentre,
        point.eic,
        states[point.pointState],
        point.voltageClass,
        String(point.contractedPowerKw),
        point.isGroupA ? 'так' : '',
        lossText(point.loss),
        point.mainEic ?? '',
        point.subConsumers.map(({ name }) => name).join(', '),
      ];
      if (point.meters.length === 0) return [[...own, '', '', null, null, '', null, null]];
      return point.meters.map((meter) => [
        ...own,
        meter.serialNumber,
        meter.meterType,
        meter.digitCapacity,
        meter.coefficient,
        ['A+', ...meter.channels.map((channel) => channelNames[channel])].join(', '),
        meter.installedOn,
        meter.verifiedOn,
      ]);
    }),
  };
}
