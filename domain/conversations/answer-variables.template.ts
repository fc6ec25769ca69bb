/** What a template of an answer may leave open: name of the customer, account, debt, last day of the term. */
const answerVariables = ['ім’я', 'рахунок', 'сума_боргу', 'термін'] as const;
type AnswerVariable = (typeof answerVariables)[number];

/** Values that a preview of a template is filled with. */
export const exampleValues: Readonly<Record<AnswerVariable, string>> = {
  'ім’я': 'Олено Іванівно',
  рахунок: '2390001111',
  сума_боргу: '432,50\u00a0грн',
  термін: '04.01.2027',
};

const placePattern = /\{\{\s*([^{}\s][^{}]{0,39}?)\s*\}\}/gu;
/** Whatever is typed for the Ukrainian apostrophe. */
const apostrophes = /['ʼ‘`´′]/g;

const nameOf = (written: string) => written.replace(apostrophes, '’').toLowerCase();

/** The text with the values in its places; a place whose value is empty or not known stays as it is. */
export function fillAnswer(text: string, values: Readonly<Partial<Record<AnswerVariable, string>>>): string {
  const known = new Map(Object.entries(values));
  return text.replace(placePattern, (place, written: string) => known.get(nameOf(written)) || place);
}

/** Names of the places that are still open, each once, as they are written: such a text is not sent. */
export function openPlaces(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(placePattern), ([, written = '']) => nameOf(written)))];
}

/** Names in the places of a template that are no variables: such a template could never be sent. */
export function unknownPlaces(text: string): readonly string[] {
  return openPlaces(text).filter((name) => !answerVariables.some((known) => known === name));
}
