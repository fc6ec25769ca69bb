export { type Attempt, markSucceeded, releaseAttempt, takeAttempt } from './attempts.ts';
export { judgeNewPassword } from './new-password.ts';
export { verifyOwnPassword } from './own-password.ts';
export { checkPassword, hashPassword } from './password.ts';
