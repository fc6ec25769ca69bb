import { formatText } from '#contract/messages/format-text.ts';
import type { ActBasis, SteppedValues } from '#contract/values/managed-act.ts';
import { formatPrice, priceFromText } from '#domain/price.ts';
import { showDate, showKwh, showNumber, showSum } from '#web/lib/format.ts';
import { text as common } from '#web/lib/text.ts';
import { text } from './text.ts';

/** "1 500 Вт × 24 год на добу × 30 днів; ціна 4,32 грн за кВт·год". */
export function basisWords({ volume, amount }: ActBasis, days: number | null): string {
  const energy =
    volume.kind === 'byProtocol'
      ? text.basis.volumeByProtocol
      : formatText(text.basis.byPower, {
          watts: showNumber(volume.watts),
          hours: volume.hoursPerDay,
          days: days === null ? text.nothing : formatText(common.days, { days }),
        });
  const sum =
    amount.kind === 'byProtocol'
      ? text.basis.sumByProtocol
      : formatText(text.basis.byPrice, { price: formatPrice(priceFromText(amount.price)) });
  return `${energy}; ${sum}`;
}

type Field = keyof SteppedValues;

const dayFields = new Set<Field>([
  'drawnOn',
  'servedOn',
  'hearingOn',
  'protocolOn',
  'periodFrom',
  'periodTo',
  'dueOn',
]);
const sumFields = new Set<Field>(['sum', 'vat', 'advance']);

/** The value of a field as it is read. */
export function showValue(field: Field, values: SteppedValues): string {
  const value = values[field];
  if (value === null || value === undefined || value === '') return text.nothing;
  if (field === 'state' && values.state) return text.states[values.state];
  if (field === 'kind' && values.kind) return text.kinds[values.kind];
  if (field === 'basis' && values.basis) return basisWords(values.basis, values.days ?? null);
  if (field === 'instalments' && values.instalments)
    return values.instalments
      .map(({ dueOn, sum }) => formatText(text.part, { date: showDate(dueOn), sum: showSum(sum) }))
      .join('; ');
  if (field === 'present' && values.present) return values.present.join('; ');
  if (field === 'kwh') return showKwh(Number(value));
  if (dayFields.has(field)) return showDate(String(value));
  if (sumFields.has(field)) return showSum(String(value));
  return String(value);
}
