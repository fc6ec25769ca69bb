export {
  type Attempt,
  type AttemptLimits,
  type AttemptLogin,
  arrivalNoting,
  attemptRelease,
  attemptSuccess,
  attemptsExhausted,
  attemptTaking,
  clearFailures,
  failureClearing,
  markSucceeded,
  networkNoting,
  releaseAttempt,
  releaseAttempts,
  sweepCodes,
  takeAttempt,
  takeAttemptWith,
  takeTwoAttempts,
} from './attempts.ts';
export type { CodePurpose, CodeSubject } from './code-digests.ts';
export { failureOfIssue, hasUsableCode, issueCode, isUsable, timesOf } from './issue-code.ts';
export { type CodeAnswer, type CodeAttempt, codeTrying, failureOfCode, tryCode } from './try-code.ts';
export { codeAttemptOf, verifyCode } from './verify-code.ts';
export { newWork } from './work.ts';
