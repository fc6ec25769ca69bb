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

/** Ending of the name of a page of signers. */
export const signersEnding = 'підписи';

/** The name of the archive of a month. */
export const monthArchiveName = (account: string, period: string) => `Документи-${account}-${period}.zip`;
