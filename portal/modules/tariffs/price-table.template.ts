import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { PRICE_HISTORY } from '#billing/api/tariffs.ts';
import type { Table } from '#platform/tables/table.ts';

type Component = ModuleOutput<typeof PRICE_HISTORY>['components'][number];

const kinds = {
  dayAhead: 'Ціна ринку «на добу наперед»',
  margin: 'Маржа постачальника',
  purchase: 'Прогнозована ціна закупівлі',
  universalTariff: 'Тариф універсальної послуги',
  transmission: 'Передача',
  distribution: 'Розподіл',
} as const satisfies Record<Component['kind'], string>;

/** The versions of the parts of a price, a row for each. */
export function priceTable(components: readonly Component[]): Table {
  return {
    title: 'Складові ціни',
    columns: [
      { title: 'Складова', kind: 'text', width: 34 },
      { title: 'Оператор або пропозиція', kind: 'text', width: 30 },
      { title: 'Клас напруги', kind: 'text', width: 14 },
      { title: 'Діє з', kind: 'date' },
      { title: 'Діє до', kind: 'date' },
      { title: 'Ціна без ПДВ, грн/кВт·год', kind: 'price', width: 26 },
      { title: 'Підстава', kind: 'text', width: 64 },
    ],
    rows: components.map(({ kind, subject, voltageClass, from, to, price, source }) => [
      kinds[kind],
      subject,
      voltageClass === 0 ? 'будь-який' : String(voltageClass),
      from,
      to,
      price,
      source,
    ]),
  };
}
