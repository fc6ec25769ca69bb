import { answer, type ModuleInput, refuse } from '#billing/api/define-module.ts';
import { READING_POINTS_PDF, READING_POINTS_REPORT } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { quantitiesOf } from '#billing/modules/charges/public.ts';
import type { ContractFacts } from '#billing/modules/contracts/public.ts';
import type { PointsReportData } from '#contract/values/reading-points.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { toKwh } from '#domain/energy.ts';
import type { PointQuantity } from '#domain/invoices/quantities.ts';
import { acceptedConsumption } from '#domain/readings/consumption-between.ts';
import type { MeterFacts } from '#domain/readings/meter-facts.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { addDays } from '#domain/time/local-date.ts';
import { drawnByWorker } from '#platform/workers/worker-pool.ts';
import type { MeterRecord } from '../facts/account-facts.ts';
import type { createPointsReportDocument } from './document/points-report-document.ts';
import { loadPoints, type PointFacts } from './list-points.ts';
import { findReportHead } from './point-store.ts';

type ReportRow = PointsReportData['rows'][number];
type Counted = Pick<ReportRow, 'currentValue' | 'difference' | 'quantity'>;

const notRead: Counted = { currentValue: null, difference: null, quantity: null };

/** What a register or channel counted, also over its end; a value that went back counts nothing. */
function countedBetween(
  previousValue: number,
  value: number | null,
  { digitCapacity, coefficient }: Pick<MeterFacts, 'digitCapacity' | 'coefficient'>,
): Counted {
  if (value === null) return notRead;
  const span = { previousValue, value, digitCapacity, coefficient };
  const quantity = toKwh(acceptedConsumption(span).energy);
  return { currentValue: value, difference: quantity / coefficient, quantity };
}

function rowsOfMeter({ place, channelsOf }: PointFacts, meter: MeterRecord): ReportRow[] {
  const { facts, registers } = meter;
  const common = {
    object: place.object,
    address: place.address,
    eic: place.eic,
    serialNumber: meter.serialNumber,
    meterType: meter.meterType,
    coefficient: facts.coefficient,
    lossKwh: null,
    subKwh: null,
    totalKwh: null,
  };
  const ofRegisters = facts.registers.map(({ zone, previousValue }, index): ReportRow => {
    const current = registers[index]?.readings.at(-1);
    return {
      ...common,
      kind: zone,
      previousValue,
      ...countedBetween(previousValue, current?.value ?? null, facts),
      readOn: current?.effectiveDate ?? null,
      source: current?.source ?? null,
      note: current?.status === 'underReview' ? 'underReview' : place.isGroupA ? 'groupA' : null,
    };
  });
  const ofChannels = channelsOf(meter.meterId).map(
    ({ channel, previousValue, currentValue, isForeign }): ReportRow => {
      const isRead = currentValue !== null;
      return {
        ...common,
        kind: channel,
        previousValue,
        ...countedBetween(previousValue, currentValue, facts),
        readOn: isRead ? firstDayAfter(facts.placement.period) : null,
        source: isRead ? (isForeign ? 'operator' : 'customer') : null,
        note: place.isGroupA ? 'groupA' : null,
      };
    },
  );
  return [...ofRegisters, ...ofChannels];
}

const isActive = ({ kind }: ReportRow) =>
  kind !== 'export' && kind !== 'reactiveImport' && kind !== 'reactiveExport';

/**
 * Quantities of the points whose meters are all read, by EIC, as closing would count them; a point behind which one is not read
 * yet has none.
 */
function quantitiesByPoint(
  contract: ContractFacts,
  period: BillingPeriod,
  rowsOf: ReadonlyMap<string, readonly ReportRow[]>,
): ReadonlyMap<string, PointQuantity> {
  const energy = new Map<string, { meteredKwh: number; reactiveImportKvarh: number }>();
  for (const [eic, rows] of rowsOf) {
    const active = rows.filter(isActive);
    if (active.some(({ quantity }) => quantity === null)) continue;
    const sumOf = (some: readonly ReportRow[]) =>
      some.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
    const reactive = rows.filter(({ kind }) => kind === 'reactiveImport');
    energy.set(eic, { meteredKwh: sumOf(active), reactiveImportKvarh: sumOf(reactive) });
  }
  const waiting = new Set(
    contract.subConsumers.flatMap(({ eicCode, mainEicCode }) => (energy.has(eicCode) ? [] : [mainEicCode])),
  );
  const known = quantitiesOf(contract, period, energy);
  return new Map(known.flatMap((one) => (waiting.has(one.eicCode) ? [] : [[one.eicCode, one]])));
}

/** The report of readings of the open period. Undefined: no such account. */
async function composeReport(
  db: BillingDatabase,
  asked: ModuleInput<typeof READING_POINTS_REPORT>,
  now: Instant,
): Promise<PointsReportData | undefined> {
  const loaded = await loadPoints(db, asked, now);
  if (loaded === undefined) return undefined;
  const { account, points, contract } = loaded;
  const { period } = account.placement;
  const head = await findReportHead(db, asked.accountNumber, addDays(firstDayAfter(period), -1));
  if (head === undefined) return undefined;
  const rowsOf = new Map(
    points.map((point) => [point.place.eic, point.meters.flatMap((meter) => rowsOfMeter(point, meter))]),
  );
  const quantities = contract && quantitiesByPoint(contract, period, rowsOf);
  const rows = [...rowsOf].flatMap(([eic, ofPoint]) => {
    const quantity = quantities?.get(eic);
    const [first, ...others] = ofPoint;
    if (first === undefined || quantity === undefined) return ofPoint;
    const { lossKwh, subKwh, billedKwh } = quantity;
    return [{ ...first, lossKwh, subKwh, totalKwh: billedKwh }, ...others];
  });
  const totalKwh = rows.reduce((sum, row) => sum + (isActive(row) ? (row.quantity ?? 0) : 0), 0);
  return { period, ...head, rows, totalKwh };
}

const drawReport = drawnByWorker<typeof createPointsReportDocument>(
  new URL('./document/points-report-document.ts', import.meta.url).href,
  'createPointsReportDocument',
);

/** READING_POINTS_REPORT: what the company reports for the month (facts of entities 4). */
export const handleReadingPointsReport = handleModule(
  READING_POINTS_REPORT,
  ({ db, clock }) =>
    async (asked) => {
      const report = await composeReport(db, asked, clock.now());
      return report === undefined ? refuse('common.notFound') : answer(report);
    },
);

/** READING_POINTS_PDF: the same to be signed. */
export const handleReadingPointsPdf = handleModule(READING_POINTS_PDF, ({ db, clock }) => async (asked) => {
  const { accountNumber } = asked;
  const now = clock.now();
  const report = await composeReport(db, asked, now);
  if (report === undefined) return refuse('common.notFound');
  const document = await drawReport(report, accountNumber, now);
  return answer({
    fileName: `${fileNameOf('readingsReport', accountNumber, report.period)}.pdf`,
    content: document.toString('base64'),
  });
});
