import { tableOf } from '#domain/table-of.ts';
import { formatDate, parseLocalDate } from '#domain/time/local-date.ts';

export interface ActWords {
  readonly act: string;
  /** Its text at the site of the parliament; null: no address known. */
  readonly actUrl: string | null;
}

const publicService = 'Постанова КМУ № 483 від 05.06.2019';
const publicServiceUrl = 'https://zakon.rada.gov.ua/laws/show/483-2019-%D0%BF';

/** Acts that are known only as changes of the act of public service obligations. Source: facts 0 and 1.1. */
const changesOfPublicService: readonly string[] = ['CMU-1325-2020-12-28', 'CMU-859-2021-08-11'];

const issuers: Readonly<Record<string, (number: string, date: string) => string>> = tableOf({
  NEURC: (number, date) => `Постанова НКРЕКП № ${number} від ${date}`,
  CMU: (number, date) => `Постанова КМУ № ${number} від ${date}`,
});

/**
 * An act as a customer reads it: a key such as "NEURC-220-2015-02-26" in words, anything else as the supplier wrote it.
 * Source: facts 1.1.
 */
export function actWords(key: string): ActWords {
  if (key === 'CMU-483-2019-06-05' || changesOfPublicService.includes(key))
    return { act: `${publicService}, зі змінами`, actUrl: publicServiceUrl };
  if (key === 'CMU-632-2024-05-31')
    return { act: `${publicService}, зі змінами (№ 632 від 31.05.2024)`, actUrl: publicServiceUrl };
  const [, issuer = '', number = '', day = ''] =
    /^([A-Z-]+?)-(?:(\d+)-)?(\d{4}-\d{2}-\d{2})$/.exec(key) ?? [];
  const date = parseLocalDate(day);
  if (date === undefined) return { act: key, actUrl: null };
  if (issuer === 'SUPPLIER-OFFER')
    return { act: `Комерційна пропозиція постачальника від ${formatDate(date)}`, actUrl: null };
  return { act: issuers[issuer]?.(number, formatDate(date)) ?? key, actUrl: null };
}
