export { type Arrival, arrivalOf } from './arrival-store.ts';
export { challengesEnding, endChallenges } from './challenge-store.ts';
export { type Entering, type Entrance, enterOrChallenge, prepareEntrance } from './enter-or-challenge.ts';
export {
  type FactorFacts,
  factorFactsOf,
  removeFactors,
  type SecondFactorMethod,
  secondFactorOf,
} from './factor-store.ts';
export { factorAttempt, judgeOwnFactor } from './own-factor.ts';
