export type { CodePurpose, CodeSubject } from './code-digests.ts';
export { type CodeAsk, type IssuedCode, issueCode } from './issue-code.ts';
export { type CodeAnswer, type CodeStage, failureOfCode, tryCode } from './try-code.ts';
