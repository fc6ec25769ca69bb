export { networkDays } from './attempt-rules.ts';
export {
  type Attempt,
  type AttemptLimits,
  type AttemptLogin,
  attemptRelease,
  attemptSuccess,
  attemptsExhausted,
  clearFailures,
  type Login,
  loginDigest,
  markSucceeded,
  noteNetworks,
  noteSignIn,
  releaseAttempt,
  releaseAttempts,
  type TakenAttempt,
  takeAttempt,
  takeTwoAttempts,
} from './attempts.ts';
export type { CodePurpose, CodeSubject } from './code-digests.ts';
export {
  failureOfIssue,
  hasUsableCode,
  type IssuedCode,
  issueCode,
  isUsable,
  timesOf,
} from './issue-code.ts';
export {
  deleteOldAttempts,
  deleteOldCodes,
  deleteOldNetworks,
  deleteOldWork,
  deleteOldWrongCodes,
  deleteTracesOf,
} from './old-codes.ts';
export { type CodeAttempt, failureOfCode, tryCode } from './try-code.ts';
export type { CodeAnswer } from './try-rules.ts';
export { codeAttemptOf, verifyCode } from './verify-code.ts';
export { newWork } from './work.ts';
