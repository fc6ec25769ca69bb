/** Chosen as an account it clears the choice. Source: base specification, section 4. */
export const NO_CHOICE = 'DELETE';

/**
 * The account that a choice names: its number, the object itself or the object as a JSON string; '' for `DELETE`.
 * What names no account gives undefined, and the choice stays as it was. Source: base specification, section 4.
 */
export function readChoice(choice: unknown): string | undefined {
  if (choice === NO_CHOICE) return '';
  if (typeof choice === 'number' || typeof choice === 'bigint') return numberOf(String(choice));
  if (typeof choice === 'string') return numberOf(choice) ?? readChoice(parsedObject(choice));
  if (typeof choice !== 'object' || choice === null || !('account' in choice)) return undefined;
  return typeof choice.account === 'object' ? undefined : readChoice(choice.account);
}

function numberOf(text: string): string | undefined {
  return /^\d{10}$/.test(text) ? text : undefined;
}

function parsedObject(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' ? parsed : undefined;
  } catch {
    return undefined;
  }
}
