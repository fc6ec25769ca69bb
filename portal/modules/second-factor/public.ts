export { endChallenges } from './challenge-store.ts';
export { removeFactors } from './disable-factor.ts';
export { type Entrance, enterOrChallenge } from './enter-or-challenge.ts';
export { type SecondFactorMethod, secondFactorOf } from './factor-store.ts';
