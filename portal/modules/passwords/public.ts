export {
  type Attempt,
  type AttemptLimits,
  type AttemptLogin,
  attemptRelease,
  attemptSuccess,
  attemptTaking,
  clearFailures,
  failureClearing,
  loginDigest,
  markSucceeded,
  releaseAttempt,
  releaseAttempts,
  takeAttempt,
  takeAttemptWith,
  takeTwoAttempts,
} from './attempts.ts';
export { type JudgedGuess, judgeGuess, type PasswordGuess } from './judge-guess.ts';
export { judgeNewPassword, type PasswordOwner } from './new-password.ts';
export { judgeOwnPassword, type OwnPassword, verifyOwnPassword } from './own-password.ts';
export { type HashingPlace, hashPassword, reserveHashing } from './password.ts';
export { attemptsExhausted, hashingBusy } from './refusals.ts';
