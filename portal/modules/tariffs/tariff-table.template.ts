import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { TARIFF_HISTORY } from '#billing/api/tariffs.ts';
import { fullCoefficient, priceToText, zonePrice } from '#domain/price.ts';
import { type TariffRule, type Zone, zonesOf } from '#domain/tariffs/tariff.ts';
import { type TariffStep, tariffSteps } from '#domain/tariffs/tariff-steps.ts';
import { tariffVersionFromJson } from '#domain/tariffs/tariff-version-json.ts';
import type { Table } from '#platform/tables/table.ts';
import { actWords } from './act-words.template.ts';

const zoneTitles: Readonly<Record<Zone, string>> = {
  single: 'Ціна, грн/кВт·год',
  day: 'День, грн/кВт·год',
  night: 'Ніч, грн/кВт·год',
  peak: 'Пік, грн/кВт·год',
  halfPeak: 'Напівпік, грн/кВт·год',
};

/** The history of a tariff: a row for each price, with the prices of the zones that the meter has. */
export function tariffTable(history: ModuleOutput<typeof TARIFF_HISTORY>): Table {
  const zones: readonly Zone[] = zonesOf[history.zoneScheme];
  const rows = history.versions.flatMap(({ from, to, rule, zones: coefficients, act }) => {
    const version = tariffVersionFromJson({ validFrom: from, rule, coefficients, act });
    const scheme = version.coefficients[history.zoneScheme];
    return tariffSteps(version.rule).map((step) => [
      from,
      to,
      volume(version.rule, step),
      ...zones.map((zone) => priceToText(zonePrice(step.price, scheme?.[zone] ?? fullCoefficient))),
      actWords(act).act,
    ]);
  });
  return {
    title: 'Історія тарифів',
    columns: [
      { title: 'Діє з', kind: 'date' },
      { title: 'Діє до', kind: 'date' },
      { title: 'Обсяг за місяць', kind: 'text', width: 44 },
      ...zones.map((zone) => ({ title: zoneTitles[zone], kind: 'price' as const, width: 20 })),
      { title: 'Підстава', kind: 'text', width: 64 },
    ],
    rows,
  };
}

function volume(rule: TariffRule, { aboveKwh, upToKwh, season }: TariffStep): string {
  if (aboveKwh === 0 && upToKwh === undefined) return 'будь-який обсяг';
  const bounds = [
    ...(aboveKwh > 0 ? [`понад ${aboveKwh}`] : []),
    ...(upToKwh === undefined ? [] : [`до ${upToKwh}`]),
  ].join(' і ');
  if (rule.kind === 'wholeVolumeBlocks') return `весь обсяг, якщо за місяць ${bounds} кВт·год`;
  if (season !== undefined) return `${bounds} кВт·год з ${dayOf(season.from)} по ${dayOf(season.to)}`;
  if (rule.kind === 'seasonalHeating') return `решта`;
  return `${bounds} кВт·год`;
}

/** "10-01" as "01.10". */
function dayOf(day: string): string {
  return day.split('-').reverse().join('.');
}
