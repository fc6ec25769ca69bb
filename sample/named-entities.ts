import type { ContractTerms } from '#domain/invoices/contract-terms.ts';
import { localDate } from '#domain/time/local-date.ts';
import type { CustomerPlan, PremisesPlan } from '#sample/households/household-plan.ts';
import { bakery, chain, officeCentre, pharmacy, schools, waterUtility } from './entities/company-plans.ts';
import type { EntityPlan, PointPlan, VolumePlan } from './entities/entity-plan.ts';
import { fixedPrices, offers } from './entities/entity-prices.ts';
import { chainPoints, officePoints, schoolPoints, shopOf, waterPoints } from './entities/many-points.ts';
import { pointOf } from './entities/point-plan.ts';
import { eicOf } from './random.ts';

/** Unique code in the contracts of the entities with a cabinet: the sign-in proof. */
const uniqueCode = 'SVITLO01';
/** Points of the chain. */
const CHAIN_POINTS = 312;

/** Entities that already have a cabinet; the others sign up. */
export const entitiesWithCabinet: readonly CustomerPlan[] = [
  bakery,
  chain,
  schools,
  waterUtility,
  officeCentre,
];

const decades = [
  { day: 5, percent: 30 },
  { day: 15, percent: 30 },
  { day: 25, percent: 40 },
] as const;

const terms: ContractTerms = {
  priceKind: 'universal',
  operatorCode: 'svitlohir',
  offerCode: offers.universal,
  fixedPrice: null,
  withTransmission: true,
  withDistribution: true,
  isOnePrice: false,
  paymentForm: 'byFact',
  plannedParts: [],
  dueDay: null,
  dueWorkingDays: 5,
  rounding: 'halfUp',
  documentExchange: 'cabinet',
};
const spotOfChain: ContractTerms = {
  ...terms,
  priceKind: 'spot',
  operatorCode: 'kalyniv',
  offerCode: offers.chain,
  documentExchange: 'signature',
};

function premisesOf(postcode: string, settlement: string, street: string, building: string): PremisesPlan {
  return { postcode, settlement, street, building, apartment: '' };
}

interface AccountShape {
  /** Last digit of the account number. */
  readonly place: number;
  readonly customer: CustomerPlan;
  readonly premises: PremisesPlan;
  readonly contract: ContractTerms;
  readonly points: readonly PointPlan[];
  readonly payer: EntityPlan['payer'];
  readonly objectCode?: string;
  readonly penaltyRateTimes?: number;
  readonly corrections?: EntityPlan['corrections'];
  readonly volumes?: VolumePlan;
  readonly violationActs?: EntityPlan['violationActs'];
  readonly silentAcceptanceDays?: number;
}

/** With some reserve above what the season expects. */
const usualVolumes: VolumePlan = { rule: 'monthBefore', day: 20, tolerancePercent: 20, percent: 116 };

function accountOf({
  place,
  objectCode = uniqueCode,
  penaltyRateTimes = 0,
  corrections = [],
  volumes = usualVolumes,
  violationActs = [],
  silentAcceptanceDays,
  ...shape
}: AccountShape): EntityPlan {
  return {
    ...shape,
    corrections,
    volumes,
    violationActs,
    silentAcceptanceDays,
    accountNumber: `100000000${place}`,
    objectCode,
    contractNumber: `Ю-${900 + place}/2024`,
    contractDate: localDate('2024-01-09'),
    consumerEic: eicOf('X', 4_700_000 + place),
    late: { percentHundredths: 300, penaltyRateTimes },
  };
}

/** An account with one point at its premises. */
function onePoint(
  account: number,
  objectName: string,
  premises: PremisesPlan,
  shape: { powerKilowatts: number; monthlyKwh: number },
): PointPlan[] {
  const address = `${premises.settlement}, ${premises.street}, ${premises.building}`;
  return [
    pointOf({
      account,
      place: 1,
      objectName,
      address,
      costCentre: '',
      coefficient: 1,
      season: 'even',
      ...shape,
    }),
  ];
}

const bakeryPremises = premisesOf('46901', 'м. Світлогір', 'вул. Хлібна', '4');
const storePremises = premisesOf('47733', 'с. Липова Долинка', 'вул. Польова', '3');
const pharmacyPremises = premisesOf('46901', 'м. Світлогір', 'вул. Вишнева', '2');

/** Accounts of legal entities that guides and tests know by number. */
export const namedEntities: readonly EntityPlan[] = [
  // One account with one point: its cabinet opens at once.
  accountOf({
    place: 1,
    customer: bakery,
    premises: bakeryPremises,
    contract: { ...terms, paymentForm: 'prepayment' },
    volumes: { rule: 'workingDaysBefore', day: 5, tolerancePercent: 10, percent: 104 },
    points: onePoint(1, 'Пекарня', bakeryPremises, { powerKilowatts: 40, monthlyKwh: 4280 }),
    payer: { kind: 'asAgreed', day: 12 },
  }),
  // A chain with two accounts, one of which is chosen after sign-in.
  accountOf({
    place: 2,
    customer: chain,
    premises: premisesOf('47510', 'м. Калинів', 'вул. Галицька', '18'),
    contract: { ...spotOfChain, paymentForm: 'planned', plannedParts: decades },
    points: chainPoints(2, CHAIN_POINTS),
    payer: { kind: 'asAgreed', day: 12 },
    penaltyRateTimes: 2,
    corrections: [{ eicCode: shopOf(2, 12).eicCode, monthsAgo: 2, kwh: -640, document: 'Акт ОСР № 214/К' }],
  }),
  accountOf({
    place: 3,
    customer: chain,
    premises: storePremises,
    contract: spotOfChain,
    points: [
      {
        ...shopOf(3, 3),
        objectName: 'Склад-магазин',
        address: 'с. Липова Долинка, вул. Польова, 3',
        powerKilowatts: 50,
      },
    ],
    payer: { kind: 'stopped', day: 11, monthsAgo: 2 },
  }),
  // Without a cabinet: for sign-up.
  accountOf({
    place: 4,
    customer: pharmacy,
    premises: pharmacyPremises,
    objectCode: 'SVITLO04',
    contract: terms,
    points: onePoint(4, 'Аптека', pharmacyPremises, { powerKilowatts: 20, monthlyKwh: 1450 }),
    payer: { kind: 'asAgreed', day: 9 },
  }),
  accountOf({
    place: 5,
    customer: schools,
    premises: premisesOf('46901', 'м. Світлогір', 'вул. Соборна', '12'),
    contract: {
      ...terms,
      priceKind: 'fixedGross',
      offerCode: '',
      fixedPrice: fixedPrices.schools,
      dueDay: 20,
      documentExchange: 'paper',
    },
    points: schoolPoints(5),
    payer: { kind: 'asAgreed', day: 19 },
    violationActs: [
      { number: '00011547', monthsAgo: 3, state: 'billed', amountKopiykas: 4_218_360, energyKwh: 4120 },
    ],
  }),
  // Pays three months late.
  accountOf({
    place: 6,
    customer: waterUtility,
    premises: premisesOf('47510', 'м. Калинів', 'вул. Набережна', '1'),
    contract: { ...spotOfChain, offerCode: offers.water, paymentForm: 'planned', plannedParts: decades },
    points: waterPoints(6),
    payer: { kind: 'late', day: 24, months: 3 },
    penaltyRateTimes: 2,
    violationActs: [
      { number: '00011602', monthsAgo: 1, state: 'hearingSet', amountKopiykas: 0, energyKwh: 0 },
    ],
  }),
  accountOf({
    place: 7,
    customer: officeCentre,
    premises: premisesOf('46903', 'м. Світлогір', 'просп. Незалежності', '40'),
    contract: {
      ...terms,
      priceKind: 'fixedNet',
      offerCode: '',
      fixedPrice: fixedPrices.office,
      dueWorkingDays: 10,
      dueDay: 20,
    },
    points: officePoints(7),
    payer: { kind: 'asAgreed', day: 18 },
    silentAcceptanceDays: 10,
  }),
];
