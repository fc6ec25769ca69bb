import { answer, refuse } from '#billing/api/define-module.ts';
import {
  VOLUME_DECLINED,
  VOLUME_LIST,
  VOLUME_NEAR,
  VOLUME_SHEET,
  VOLUME_YEAR,
} from '#billing/api/volumes.ts';
import { handleModule } from '#billing/module-handler.ts';
import { listPointPlaces } from '#billing/modules/readings/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import type { VolumePoint } from '#contract/values/volume.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { addMonths, type BillingPeriod, billingPeriod } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { correctionDeadline } from '#domain/volumes/correction-deadline.ts';
import { usedPercent } from '#domain/volumes/volume-figures.ts';
import { figuresOf, loadVolumes, monthsOf, orderPoints, sumVolumes } from './compose-volumes.ts';
import { listDeclinedRequests, listOpenRequests, listRequests, requestData } from './request-store.ts';
import {
  listAgreedPoints,
  listPointNames,
  listVolumes,
  loadVolumeTerms,
  type VolumeTerms,
} from './volume-store.ts';

/** Until when a correction of a month may be sent, and whether it may today. */
function correctionOf(
  { correction }: VolumeTerms,
  period: BillingPeriod,
  today: LocalDate,
  holidays: ReadonlySet<LocalDate>,
) {
  const deadline = correctionDeadline(correction, period, holidays);
  return { deadline, canCorrect: today <= deadline };
}

/** No rule has its last day earlier than two months before the month. */
const farthestDeadline = 3;

/** The first month from this one on whose deadline is not over. */
function firstCorrectable(
  termsIn: (period: BillingPeriod) => VolumeTerms,
  openPeriod: BillingPeriod,
  today: LocalDate,
  holidays: ReadonlySet<LocalDate>,
): BillingPeriod {
  for (let ahead = 0; ahead < farthestDeadline; ahead++) {
    const period = addMonths(openPeriod, ahead);
    if (correctionOf(termsIn(period), period, today, holidays).canCorrect) return period;
  }
  return addMonths(openPeriod, farthestDeadline);
}

/** VOLUME_YEAR: the months of a year with their sums. */
export const handleVolumeYear = handleModule(
  VOLUME_YEAR,
  ({ db, clock }) =>
    async ({ accountNumber, year }) => {
      const moment = clock.now();
      const today = kyivDateOf(moment);
      const months = monthsOf(year);
      const range = { from: `${year}-01` as BillingPeriod, to: `${year}-12` as BillingPeriod };
      const [{ points, termsOf, openPeriod }, open, rules] = await Promise.all([
        loadVolumes(db, [accountNumber], range, today),
        listOpenRequests(db, accountNumber, range),
        rulesAt(db, moment),
      ]);
      const termsIn = termsOf.get(accountNumber);
      if (termsIn === undefined) return refuse('common.notFound');
      const holidays = new Set(rules.readings.holidays);
      const byMonth = Map.groupBy(points, ({ period }) => period);
      const requests = new Map(open.map((request) => [request.period, request]));
      const current = termsIn(openPeriod);
      const sums = sumVolumes(points);
      const billed = sumVolumes(points.filter(({ isForecast }) => !isForecast)).usedKwh ?? 0;
      return answer({
        contractNumber: current.contractNumber,
        toleranceHundredths: current.toleranceHundredths,
        openPeriod,
        correctable: firstCorrectable(termsIn, openPeriod, today, holidays),
        months: months.map((period) => {
          const ofMonth = byMonth.get(period) ?? [];
          const terms = termsIn(period);
          const figures = ofMonth.map((point) => figuresOf(point, terms.toleranceHundredths));
          const request = requests.get(period);
          return {
            period,
            ...figuresOf(sumVolumes(ofMonth), terms.toleranceHundredths),
            points: ofMonth.filter(({ correctedKwh }) => correctedKwh !== null).length,
            nearPoints: figures.filter(({ isNear }) => isNear).length,
            outsidePoints: figures.filter(({ outsideKwh }) => outsideKwh !== null && outsideKwh !== 0).length,
            ...correctionOf(terms, period, today, holidays),
            request: request ? { requestId: request.requestId, state: request.state } : null,
          };
        }),
        total: {
          contractedKwh: sums.contractedKwh ?? 0,
          correctedKwh: sums.correctedKwh ?? 0,
          usedKwh: billed,
          leftKwh: (sums.correctedKwh ?? 0) - billed,
        },
      });
    },
);

/** VOLUME_LIST: month × point. */
export const handleVolumeList = handleModule(
  VOLUME_LIST,
  ({ db, clock }) =>
    async ({ accountNumber, from, to, words, show, sort }) => {
      const today = kyivDateOf(clock.now());
      const range = { from: billingPeriod(from), to: billingPeriod(to) };
      const [{ points, termsOf }, places] = await Promise.all([
        loadVolumes(db, [accountNumber], range, today),
        listPointPlaces(db, accountNumber, today),
      ]);
      const termsIn = termsOf.get(accountNumber);
      if (termsIn === undefined) return refuse('common.notFound');
      const terms = tidyText(words).toLowerCase().split(' ').filter(Boolean);
      const found = places.map(({ eic, object, address, costCentre }, place) => {
        const text = `${eic} ${object} ${address} ${costCentre}`.toLowerCase();
        return { eic, objectName: object, address, costCentre, place, text };
      });
      const placeOf = new Map(
        found.filter(({ text }) => terms.every((word) => text.includes(word))).map((one) => [one.eic, one]),
      );
      const rows = points
        .toSorted(
          (a, b) =>
            (placeOf.get(a.eic)?.place ?? 0) - (placeOf.get(b.eic)?.place ?? 0) ||
            (a.period < b.period ? -1 : 1),
        )
        .flatMap((point): VolumePoint[] => {
          const place = placeOf.get(point.eic);
          if (place === undefined) return [];
          const { eic, objectName, address, costCentre } = place;
          const { period, document } = point;
          const figures = figuresOf(point, termsIn(period).toleranceHundredths);
          return [{ period, eic, objectName, address, costCentre, ...figures, document }];
        })
        .filter(({ isNear, outsideKwh }) =>
          show === 'near' ? isNear : show === 'outside' ? outsideKwh !== null && outsideKwh !== 0 : true,
        );
      return answer({
        points: [...orderPoints(rows, sort)],
        total: figuresOf(sumVolumes(rows), termsIn(range.from).toleranceHundredths),
      });
    },
);

/** VOLUME_SHEET: what a correction of a month is made from. */
export const handleVolumeSheet = handleModule(
  VOLUME_SHEET,
  ({ db, clock }) =>
    async ({ accountNumber, period: asked }) => {
      const moment = clock.now();
      const today = kyivDateOf(moment);
      const period = billingPeriod(asked);
      const before = addMonths(period, -12);
      const [now, lastYear, places, agreed, requests, rules] = await Promise.all([
        loadVolumes(db, [accountNumber], { from: period, to: period }, today),
        loadVolumes(db, [accountNumber], { from: before, to: before }, today),
        listPointPlaces(db, accountNumber, today),
        listAgreedPoints(db, accountNumber, period),
        listRequests(db, accountNumber, { period, isOpen: true }),
        rulesAt(db, moment),
      ]);
      const terms = now.termsOf.get(accountNumber)?.(period);
      if (terms === undefined) return refuse('common.notFound');
      const [request] = requests;
      const volumeOf = new Map(now.points.map((point) => [point.eic, point]));
      const usedOf = new Map(lastYear.points.map(({ eic, usedKwh }) => [eic, usedKwh]));
      const requestedOf = new Map(request?.rows.map(({ eic, kwh }) => [eic, kwh]));
      return answer({
        period,
        ...correctionOf(terms, period, today, new Set(rules.readings.holidays)),
        request: request === undefined ? null : requestData(request),
        rows: places.flatMap(({ eic, object, address, costCentre }) => {
          if (!agreed.has(eic) && !volumeOf.has(eic)) return [];
          const { contractedKwh = null, correctedKwh = null } = volumeOf.get(eic) ?? {};
          const volume = { contractedKwh, correctedKwh, lastYearKwh: usedOf.get(eic) ?? null };
          const requestedKwh = requestedOf.get(eic) ?? null;
          return [{ eic, objectName: object, address, costCentre, ...volume, requestedKwh }];
        }),
      });
    },
);

/** VOLUME_DECLINED: what a company may still put right; for any number of accounts by a fixed number of statements. */
export const handleVolumeDeclined = handleModule(
  VOLUME_DECLINED,
  ({ db, clock }) =>
    async ({ accountNumbers }) => {
      const moment = clock.now();
      const today = kyivDateOf(moment);
      const [declined, termsOf, rules] = await Promise.all([
        listDeclinedRequests(db, accountNumbers, billingPeriod(today.slice(0, 7))),
        loadVolumeTerms(db, accountNumbers),
        rulesAt(db, moment),
      ]);
      const holidays = new Set(rules.readings.holidays);
      const requests = declined.flatMap((request) => {
        const terms = termsOf.get(request.accountNumber)?.(request.period);
        if (terms === undefined) return [];
        const { deadline, canCorrect } = correctionOf(terms, request.period, today, holidays);
        return canCorrect ? [{ ...request, deadline }] : [];
      });
      return answer({ requests: requests.toSorted((a, b) => (a.deadline < b.deadline ? -1 : 1)) });
    },
);

/** VOLUME_NEAR: who comes to 90 % in the month of today; for any number of accounts by a fixed number of statements. */
export const handleVolumeNear = handleModule(VOLUME_NEAR, ({ db, clock }) => async ({ accountNumbers }) => {
  const today = kyivDateOf(clock.now());
  const period = billingPeriod(today.slice(0, 7));
  const range = { from: period, to: period };
  // Of many accounts few have volumes: only these are foreseen.
  const rows = await listVolumes(db, accountNumbers, range);
  const withVolumes = new Set(rows.map(({ accountNumber }) => accountNumber));
  const { points } = await loadVolumes(db, [...withVolumes], range, today);
  const agreed = points.filter(({ correctedKwh }) => correctedKwh !== null);
  const byAccount = Map.groupBy(agreed, ({ accountNumber }) => accountNumber);
  const percentOf = ({ usedKwh, correctedKwh }: (typeof agreed)[number] | ReturnType<typeof sumVolumes>) =>
    usedPercent(usedKwh ?? 0, correctedKwh ?? 0);
  const found = [...byAccount].flatMap(([accountNumber, ofAccount]) => {
    const near = ofAccount.filter((point) => figuresOf(point, null).isNear);
    const sum = sumVolumes(ofAccount);
    if (near.length === 0 && !figuresOf(sum, null).isNear) return [];
    const [worst] = near.toSorted(
      (a, b) => (percentOf(b) ?? Number.MAX_VALUE) - (percentOf(a) ?? Number.MAX_VALUE),
    );
    return [{ accountNumber, percent: percentOf(sum), points: near.length, worst }];
  });
  const names = await listPointNames(
    db,
    found.flatMap(({ accountNumber, worst }) => (worst ? [{ accountNumber, eic: worst.eic }] : [])),
  );
  return answer({
    period,
    accounts: found.map(({ worst, ...account }) => ({
      ...account,
      worst: worst
        ? {
            eic: worst.eic,
            objectName: names.get(`${account.accountNumber} ${worst.eic}`) ?? '',
            percent: percentOf(worst),
          }
        : null,
    })),
  });
});
