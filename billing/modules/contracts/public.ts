export {
  bookCorrections,
  type Channel,
  type ContractFacts,
  type ContractPoint,
  type CorrectionKey,
  loadContractFacts,
  versionOn,
} from './contract-facts.ts';
