export {
  bookCorrections,
  type ChannelEnergy,
  type ContractFacts,
  type ContractPoint,
  type CorrectionKey,
  listChannelsOfMonths,
  loadContractFacts,
  USUAL_CLASS,
  versionOn,
} from './contract-facts.ts';
export { type DatedTerms, listContractTerms, pointOrder } from './contract-reads.ts';
export {
  companyInformationFrom,
  contractPointsFrom,
  distributionOperatorsFrom,
  entityContractsFrom,
  meterChannelsFrom,
  subConsumersFrom,
  volumeCorrectionsFrom,
} from './contract-store.ts';
export { holderContractStatements } from './holder-contract.ts';
export { bothPrices, type PointPrices, pricesOfPoints } from './point-prices.ts';
