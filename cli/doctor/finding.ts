import { findingWords } from '#cli/output/doctor.template.ts';

/**
 * `well`: checked and good. `note`: to know or to look at. `todo`: belongs to the setting up and is not done yet. `bad`: a fault.
 */
export type FindingKind = 'well' | 'note' | 'todo' | 'bad';

type Words = typeof findingWords;
export type FindingCode = keyof Words;

/** Result of a check. */
export interface Finding {
  readonly kind: FindingKind;
  /** Which of the findings of a check it is; scripts compare it. */
  readonly code: FindingCode;
  /** For people, in Ukrainian. */
  readonly text: string;
  /** What the text is made of. */
  readonly details: Readonly<Record<string, unknown>>;
}

type Facts<Code extends FindingCode> = Parameters<Words[Code]>;

function makeFinding<Code extends FindingCode>(kind: FindingKind, code: Code, facts: Facts<Code>): Finding {
  const toText = findingWords[code] as (...facts: Facts<Code>) => string;
  return { kind, code, text: toText(...facts), details: { ...facts[0] } };
}

export const well = <Code extends FindingCode>(code: Code, ...facts: Facts<Code>) =>
  makeFinding('well', code, facts);
export const note = <Code extends FindingCode>(code: Code, ...facts: Facts<Code>) =>
  makeFinding('note', code, facts);
export const todo = <Code extends FindingCode>(code: Code, ...facts: Facts<Code>) =>
  makeFinding('todo', code, facts);
export const bad = <Code extends FindingCode>(code: Code, ...facts: Facts<Code>) =>
  makeFinding('bad', code, facts);

/** Most problems of one check that are named. */
export const maxNamed = 20;

/** The message of an error, and of what caused it unless it says that: `fetch failed` says nothing by itself. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  return cause instanceof Error && !message.includes(cause.message)
    ? `${message}: ${cause.message}`
    : message;
}
