import { priceFromText } from '../../price.ts';
import { localDate } from '../../time/local-date.ts';
import type { ContractTerms } from '../contract-terms.ts';
import type { PriceComponent, PriceComponentKind } from '../price-formula.ts';

/** A spot contract in Vinnytsia with both networks, paid by fact. */
export const spotTerms: ContractTerms = {
  priceKind: 'spot',
  operatorCode: 'VOE',
  offerCode: 'SPOT-15',
  fixedPrice: null,
  withTransmission: true,
  withDistribution: true,
  isOnePrice: false,
  paymentForm: 'byFact',
  plannedParts: [],
  dueDay: 20,
  dueWorkingDays: 5,
  rounding: 'halfUp',
  documentExchange: 'paper',
};

/** An open version from 2026-04-01 for any class; its source is its kind. */
export function version(
  kind: PriceComponentKind,
  price: string,
  rest: Partial<PriceComponent> = {},
): PriceComponent {
  return {
    kind,
    subject: '',
    voltageClass: 0,
    validFrom: localDate('2026-04-01'),
    validTo: null,
    price: priceFromText(price),
    source: kind,
    ...rest,
  };
}
