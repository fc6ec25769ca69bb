import { coefficientToText, priceFromText, priceToText } from '#domain/price.ts';
import { nationalTariffHistory } from '#domain/tariffs/national-history.ts';
import type { TariffBlock, TariffRule, TariffVersion, ZoneCoefficients } from '#domain/tariffs/tariff.ts';
import { localDate } from '#domain/time/local-date.ts';
import type { SampleTariffCode } from '#sample/households/household-plan.ts';
import type { CsvFile } from './csv-file.ts';

/** Invented prices of the supplier for entities. */
const businessHistory: readonly TariffVersion[] = [
  {
    validFrom: localDate('2020-01-01'),
    validTo: localDate('2025-06-30'),
    rule: { kind: 'flat', price: priceFromText('7.92') },
    coefficients: {},
    act: 'SUPPLIER-OFFER-2020-01-01',
  },
  {
    validFrom: localDate('2025-07-01'),
    rule: { kind: 'flat', price: priceFromText('9.36') },
    coefficients: {},
    act: 'SUPPLIER-OFFER-2025-07-01',
  },
];

/** All tariffs of the sample with their versions. */
export const sampleTariffHistory: Readonly<Record<SampleTariffCode, readonly TariffVersion[]>> = {
  ...nationalTariffHistory,
  business: businessHistory,
};

/** EDRPOU of the sample supplier; not assigned to a real company. */
export const sampleEdrpou = '41234569';

/** The supplier of the sample. */
export function writeSupplier(file: CsvFile): void {
  file.write(
    'ТОВ «Світло в дім»',
    'Світло в дім',
    sampleEdrpou,
    'UA113052990000026038000123456',
    'АТ КБ «ПриватБанк»',
    '46901, Тернопільська обл., м. Світлогір, вул. Соборна, 1',
    '0 800 300 015;(0352) 51-09-10',
    '+380 67 000 00 15;+380 50 000 00 15;+380 63 000 00 15',
    'info@svitlo-v-dim.example',
    'pokazy@svitlo-v-dim.example',
    'https://svitlo-v-dim.example',
    '',
    '0 800 300 104;(0352) 52-10-04',
    'Енергетичний омбудсмен: eo.gov.ua;НКРЕКП: nerc.gov.ua',
    'атомна=55.4;теплова=22.1;гідро=8.9;сонце й вітер=11.2;інша=2.4',
    '2025',
    '268',
  );
}

const names: Readonly<Record<SampleTariffCode, { readonly title: string; readonly offer: string }>> = {
  household: { title: 'Побутовий', offer: 'Універсальна послуга' },
  householdHeating: { title: 'Побутовий з електроопаленням', offer: 'Універсальна послуга' },
  business: { title: 'Для підприємств та організацій', offer: 'Вільна ціна' },
};

/** State tariffs with their versions, and the supplier's own for entities. */
export function writeTariffs(tariffs: CsvFile, tariffVersions: CsvFile): void {
  for (const [code, versions] of Object.entries(sampleTariffHistory)) {
    const { title, offer } = names[code as SampleTariffCode];
    tariffs.write(code, title, offer);
    for (const { validFrom, validTo, rule, coefficients, act } of versions) {
      const zones = coefficientsText(coefficients);
      tariffVersions.write(code, validFrom, validTo ?? '', rule.kind, ...ruleFields(rule), zones, act);
    }
  }
}

/** price, blocks, limit_kwh, reduced_price, season_from, season_to */
function ruleFields(rule: TariffRule): [string, string, string | number, string, string, string] {
  switch (rule.kind) {
    case 'flat':
      return [priceToText(rule.price), '', '', '', '', ''];
    case 'marginalBlocks':
    case 'wholeVolumeBlocks':
      return ['', rule.blocks.map(blockText).join(';'), '', '', '', ''];
    case 'seasonalHeating':
      return [
        priceToText(rule.price),
        '',
        rule.limitKwh,
        priceToText(rule.reducedPrice),
        rule.seasonFrom,
        rule.seasonTo,
      ];
  }
}

function blockText({ upToKwh, price }: TariffBlock): string {
  return upToKwh === undefined ? priceToText(price) : `${upToKwh}:${priceToText(price)}`;
}

function coefficientsText(coefficients: ZoneCoefficients): string {
  return Object.entries(coefficients)
    .flatMap(([scheme, zones]) =>
      Object.entries(zones).map(([zone, value]) => `${scheme}.${zone}=${coefficientToText(value)}`),
    )
    .join(';');
}
