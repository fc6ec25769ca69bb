import { assessPassword } from '#domain/passwords/assess-password.ts';
import { passwordText } from './password-text.ts';

/** A new password as the screen judges it while it is typed. */
export interface PasswordWords {
  /** Lights of the meter; none for what would be refused. */
  strength: 0 | 1 | 2 | 3 | 4;
  /** What it means and what would help; '' while nothing is typed. */
  words: string;
  /** Whether the server would take it. */
  isGood: boolean;
}

/**
 * What to say of a new password, by the same rule the server refuses by. Source: product.md §4.
 * @param known What others may know of the customer and it must not be made of: phone, e-mail, names.
 */
export function passwordWords(password: string, known: readonly string[]): PasswordWords {
  if (password === '') return { strength: 0, words: '', isGood: false };
  const { verdict, strength } = assessPassword(password, known.filter(Boolean));
  if (verdict !== 'good') return { strength: 0, words: passwordText[verdict], isGood: false };
  return { strength, words: passwordText.strengths[strength], isGood: true };
}
