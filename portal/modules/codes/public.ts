export type { CodePurpose, CodeSubject } from './code-digests.ts';
export { codeAttempt, guessCode } from './guess-code.ts';
export { type CodeAsk, failureOfIssue, type IssuedCode, issueCode } from './issue-code.ts';
export {
  type CodeAnswer,
  type CodeGuess,
  type CodeStage,
  codeTrying,
  failureOfCode,
  tryCode,
} from './try-code.ts';
export { newWork } from './work.ts';
