import type { BillingPeriod } from '#domain/time/billing-period.ts';

/**
 * Bill number in payment codes and bank statements, by which a payment is matched to its account and period:
 * "2390001111-102026" (facts §4.2). Fits the 35 bytes of a reference for accounts of up to 28 characters.
 */
export function billReference(accountNumber: string, period: BillingPeriod): string {
  return `${accountNumber}-${period.slice(5)}${period.slice(0, 4)}`;
}

/**
 * Words before numbers in the purpose of a payment; regular expressions over the letters of the word, in small
 * letters and without dots and slashes. Common errors are included: Latin look-alikes, old Russian words.
 */
export const purposeWords = {
  /** Before the number of a personal account. */
  account:
    /^(?:[оo][рp]|(?:особ|ос|лиц|особист)?р?ах\p{L}{0,8}|сч[её]т\p{L}{0,3}|л[ср]|платника|аб|абонент\p{L}{0,3}|споживач\p{L}{0,3}|account|acc)$/u,
  /** Before a ten-digit number that is no account: a taxpayer, a phone, a card, a contract, a receipt, in any grammatical case. */
  other:
    /^(?:[іi]пн|инн|рнокпп|[єе]дрпоу|код|отримувача|ідентиф\p{L}*|тел\p{L}*|моб\p{L}*|tel|phone|паспорт\p{L}*|карт\p{L}*|рр|догов[іо]р\p{L}*|дог|контракт\p{L}*|заявк\p{L}*|заявц\p{L}*|заяв|довідк\p{L}*|довідц\p{L}*|фактур\p{L}*|накладн\p{L}*|квит\p{L}*|чек\p{L}*|термінал\p{L}*|мфо)$/u,
  /** Before a provider reference of digits only. */
  reference: /^(?:реф\p{L}*|ref|reference|транз\p{L}*|trans\p{L}*|плат[іе]ж\p{L}*|payment_?id|payment|id)$/u,
  /** Before a provider reference that is no account, whatever its length. */
  order: /^(?:інвойс\p{L}*|invoice_?id|invoice|замовл\p{L}*|order_?id|order|rrn)$/u,
  /** Between such a word and the number. */
  sign: /^(?:n|no|nо|ном|номер)$/u,
  /** Between numbers of a list. */
  and: /^\s?(?:,|;|\+|та|і|и)\s?$/u,
  /** In any text about an act. */
  actRoot: /акт/iu,
  /** A violation act in any grammatical case, with its number. */
  act: /(?<!\p{L})акт(?:у|ом|і|а|и|ів|ами)?(?!\p{L})\s*(?:(?:(?:про\s+)?порушен\p{L}*|пррее|пкее)\s*)*(?:(?:№|n[оo]?(?!\p{L})|#|:|-)\s*)*([\p{L}\d][\p{L}\d/.-]{0,39})/giu,
} as const;
