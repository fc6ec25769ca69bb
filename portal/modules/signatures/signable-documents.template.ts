import { monthWords } from '#domain/time/month-names.template.ts';
import type { SignableKind } from './document-store.ts';

/** A document of a month as lists and the page of signers name it. */
export function titleOf(kind: SignableKind, { number, period }: { number: string | null; period: string }) {
  const of = ` за ${monthWords(period)} року`;
  switch (kind) {
    case 'acceptanceAct':
      return `Акт приймання-передачі електричної енергії${number === null ? '' : ` № ${number}`}${of}`;
    case 'reconciliationAct':
      return 'Акт звірки взаємних розрахунків';
    case 'readingReport':
      return `Звіт про показання${of}`;
  }
}

const exchangeTypes: Readonly<Record<SignableKind, string>> = {
  acceptanceAct: 'Акт',
  reconciliationAct: 'Акт-звірки',
  readingReport: 'Звіт-про-показання',
};

/**
 * The name of a document without its extension as systems of document exchange write it, with the own code first:
 * "44703160_41234569_20261103_Акт_1000000002-102026_office@example.com". Source: facts of entities 6.5.
 */
export function exchangeNameOf(facts: {
  readonly kind: SignableKind;
  readonly own: string;
  readonly other: string;
  /** 'YYYY-MM-DD'. */
  readonly on: string;
  readonly number: string;
  readonly email: string;
}): string {
  const clean = (text: string) => text.replace(/[\\/:*?"<>|_\s]+/g, '-');
  return [
    clean(facts.own),
    clean(facts.other),
    facts.on.replaceAll('-', ''),
    exchangeTypes[facts.kind],
    clean(facts.number),
    ...(facts.email === '' ? [] : [facts.email.replace(/[\\/:*?"<>|\s]+/g, '-')]),
  ].join('_');
}

/** Ending of the name of a page of signers. */
export const signersEnding = 'підписи';

/** The name of the archive of a month. */
export const monthArchiveName = (account: string, period: string) => `Документи-${account}-${period}.zip`;
