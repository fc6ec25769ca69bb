export type { CodePurpose, CodeSubject } from './code-digests.ts';
export { guessCode } from './guess-code.ts';
export { type CodeAsk, type IssuedCode, issueCode } from './issue-code.ts';
export { type CodeGuess, type CodeStage, failureOfCode, tryCode } from './try-code.ts';
