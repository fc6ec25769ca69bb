import { answer, refuse } from '#billing/api/define-module.ts';
import { METER_LIST } from '#billing/api/meters.ts';
import { handleModule } from '#billing/module-handler.ts';
import { loadReadingFacts, type MeterRecord, standingReadingData } from '#billing/modules/readings/public.ts';
import { blockingState } from '#domain/readings/blocking-state.ts';
import type { MeterFacts } from '#domain/readings/meter-facts.ts';
import { nextWindow } from '#domain/readings/submission-window.ts';
import { instantToIso } from '#domain/time/instant.ts';
import type { LocalDate } from '#domain/time/local-date.ts';

/** METER_LIST: what the indication page needs before anything is typed (product.md §5). */
export const handleMeterList = handleModule(METER_LIST, ({ db, clock }) => async ({ accountNumber }) => {
  const now = clock.now();
  const { accounts, rules } = await loadReadingFacts(db, [accountNumber], now);
  const [account] = accounts;
  if (account === undefined) return refuse('common.notFound');
  const { placement, withoutMeter } = account;
  const window = nextWindow(now, rules.window[withoutMeter.customerType]);
  return answer({
    meters: account.meters.map((meter) => meterData(meter, window.opensOn)),
    window: {
      isOpen: window.isOpen,
      opensOn: window.opensOn,
      closesAt: instantToIso(window.closesAt),
      period: placement.period,
      effectiveDate: placement.effectiveDate,
    },
  });
});

function meterData(meter: MeterRecord, opensOn: LocalDate) {
  const { facts } = meter;
  const blockedBy = blockingState(facts);
  return {
    meterId: meter.meterId,
    serialNumber: meter.serialNumber,
    meterType: meter.meterType,
    eic: meter.eicCode,
    zoneScheme: meter.zoneScheme,
    digitCapacity: facts.digitCapacity,
    coefficient: facts.coefficient,
    contractedPowerKw: facts.contractedPowerWatts / 1000,
    installedOn: meter.installedOn,
    registers: facts.registers.map(({ zone, previousValue, previousDate, known = [] }, index) => {
      const current = meter.registers[index]?.readings.at(-1);
      return {
        zone,
        previousValue,
        previousDate,
        known: [...known],
        currentValue: current?.value ?? null,
        currentDate: current?.effectiveDate ?? null,
      };
    }),
    blockedBy: blockedBy ?? null,
    opensOn: blockedBy !== undefined && blockedByWindowAlone(facts) ? opensOn : null,
    standing: standingReadingData(meter),
  };
}

/** Whether readings would be taken if the window were open. */
function blockedByWindowAlone({ placement, ...facts }: MeterFacts): boolean {
  return blockingState({ ...facts, placement: { ...placement, taken: true } }) === undefined;
}
