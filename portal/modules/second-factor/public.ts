export { endChallenges } from './challenge-store.ts';
export { removeFactors } from './disable-factor.ts';
export { type Entering, type Entrance, enterOrChallenge, prepareEntrance } from './enter-or-challenge.ts';
export { type SecondFactorMethod, secondFactorOf } from './factor-store.ts';
export { isPhoneGuarded, proveOwnFactor } from './own-factor.ts';
