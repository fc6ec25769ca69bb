export { type Entrance, enterOrChallenge } from './enter-or-challenge.ts';
export { type SecondFactorMethod, secondFactorOf } from './second-factor-of.ts';
