import type { PricedComponent } from './price-formula.ts';

/** Names of the parts of a price on invoices: on paper, on the screen and in tables. */
export const componentNames = {
  dayAhead: 'Ціна ринку «на добу наперед»',
  margin: 'Маржа постачальника',
  purchase: 'Ціна закупівлі, прогнозована',
  universalTariff: 'Послуга універсального постачальника',
  transmission: 'Послуга передачі',
  distribution: 'Послуга розподілу',
  fixed: 'Ціна за договором',
  allIn: 'Електрична енергія, повна ціна',
  reactive: 'Реактивна енергія',
} as const satisfies Record<PricedComponent['kind'] | 'reactive', string>;

const kindNames = {
  reactiveConsumed: 'Перетікання реактивної енергії',
  reactiveCompensation: 'Надбавка за недостатню компенсацію',
} as const;

/** What a line of an invoice is for: "Послуга розподілу, 2 клас", "Коригування: Маржа постачальника". */
export function lineName(
  kind: 'energy' | 'adjustment' | keyof typeof kindNames,
  component: keyof typeof componentNames,
  voltageClass: number | null,
): string {
  if (kind === 'reactiveConsumed' || kind === 'reactiveCompensation') return kindNames[kind];
  const hasClass = voltageClass !== null && (component === 'distribution' || component === 'allIn');
  const name = hasClass ? `${componentNames[component]}, ${voltageClass} клас` : componentNames[component];
  return kind === 'adjustment' ? `Коригування: ${name}` : name;
}
