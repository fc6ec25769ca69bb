import { formatText, type MessageParams } from '#contract/messages/format-text.ts';
import type { OutcomeData } from '../api.ts';
import { text } from '../text.ts';

interface OutcomeWords {
  message: string;
  advice: string | undefined;
}

/** The texts of an outcome; a deviation from last year is one sentence with its direction and both figures. */
export function outcomeWords({
  code,
  message,
  advice,
}: Pick<OutcomeData, 'code' | 'message' | 'advice'>): OutcomeWords {
  if (code === 'readings.deviation' && advice?.code === 'readings.lastYear' && advice.params)
    return { message: comparedWithLastYear(advice.params), advice: undefined };
  return { message, advice: advice?.message };
}

/** "Це більш ніж удвічі більше, ніж торік: 900 кВт·год замість 419." */
function comparedWithLastYear({ kwh = '', lastYear = '' }: MessageParams): string {
  const ratio = numberOf(kwh) / numberOf(lastYear);
  const { thrice, twice, more, less } = text.thanLastYear;
  const words = ratio > 3 ? thrice : ratio > 2 ? twice : ratio > 1 ? more : less;
  return formatText(words, { kwh, lastYear, percent: Math.round(Math.abs(ratio - 1) * 100) });
}

/** Of "1 234". */
function numberOf(kwh: string | number): number {
  return Number(String(kwh).replaceAll(/\s/g, ''));
}
