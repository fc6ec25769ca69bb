export {
  type Attempt,
  type AttemptLogin,
  clearFailures,
  markSucceeded,
  releaseAttempt,
  takeAttempt,
} from './attempts.ts';
export { type JudgedGuess, judgeGuess, type PasswordGuess } from './judge-guess.ts';
export { judgeNewPassword, type PasswordOwner } from './new-password.ts';
export { type OwnPassword, verifyOwnPassword } from './own-password.ts';
export { type HashingPlace, hashPassword, reserveHashing } from './password.ts';
export { attemptsExhausted, hashingBusy } from './refusals.ts';
