import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { localDate } from '#domain/time/local-date.ts';
import { codes, espiMoney, interval, qualityOf, secondsOf } from './espi-values.ts';
import type { UsageBill } from './register-series.ts';
import { element, textElement, type XmlElement } from './xml.ts';

/** A bill: energy and sum of its month, recalculations as what came in addition. Order: espi.xsd, UsageSummary. */
export function usageSummary(bill: UsageBill, tariffTitle: string): XmlElement {
  const period = billingPeriod(bill.period);
  const issued = secondsOf(localDate(bill.issuedOn));
  return element('espi:UsageSummary', [
    interval('espi:billingPeriod', firstDay(period), firstDayAfter(period)),
    textElement('espi:billLastPeriod', espiMoney(bill.charged)),
    textElement('espi:costAdditionalLastPeriod', espiMoney(bill.recalculated)),
    textElement('espi:currency', codes.hryvnia),
    element('espi:overallConsumptionLastPeriod', [
      textElement('espi:powerOfTenMultiplier', codes.ones),
      textElement('espi:timeStamp', secondsOf(firstDayAfter(period))),
      textElement('espi:uom', codes.wattHours),
      textElement('espi:value', bill.energyWh),
    ]),
    textElement('espi:qualityOfReading', bill.isEstimated ? qualityOf.estimated : qualityOf.actual),
    textElement('espi:statusTimeStamp', issued),
    textElement('espi:commodity', codes.secondaryMetered),
    textElement('espi:tariffProfile', [...tariffTitle].slice(0, 256).join('')),
  ]);
}
