import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readingMessages } from '#contract/messages/reading-messages.ts';

const outcomes = 'portal/modules/readings/reading-messages.api.test.ts';
const submissions = 'portal/modules/readings/submit-reading.api.test.ts';
const photos = 'portal/modules/readings/photo/add-photo.api.test.ts';
const whatIf = 'e2e/pages/what-if.test.ts';
const page = 'e2e/pages/reading-outcomes.test.ts';
const reviews = 'portal/modules/readings/review/reading-review.api.test.ts';
const desk = 'web/app/readings-review.test.tsx';
const oneOfMany = '%s is answered as %s and stores nothing';
const endings = 'the same, lower, too large with its photo, HEIC, a check, a wrong clock, a fault';
const blocked = 'where nothing can be entered the page says why and what to do';
const receipt = 'home to receipt is the values and a tap';

/** Each message of the readings (messages.md) and the tests in which a call, or a customer in a browser, meets it. */
const metIn: Readonly<Record<string, readonly (readonly [file: string, sentence: string])[]>> = {
  'readings.accepted': [
    [submissions, 'readings.accepted'],
    [whatIf, receipt],
    [page, "'readings.accepted'"],
  ],
  'readings.sameAsPrevious': [
    [outcomes, oneOfMany],
    [whatIf, endings],
  ],
  'readings.digitCapacity': [
    [outcomes, oneOfMany],
    ['e2e/pages/main-job.test.ts', 'a value of too many digits is refused in the field'],
    [page, "'readings.digitCapacity'"],
  ],
  'readings.wrongCharacter': [
    ['portal/http/input-door.api.test.ts', 'a wrong character of a reading is named with its place'],
    ['web/app/points-table.test.tsx', "'readings.wrongCharacter'"],
  ],
  'readings.lowerThanPrevious': [
    [outcomes, oneOfMany],
    [whatIf, endings],
  ],
  'readings.rollOver': [
    [outcomes, oneOfMany],
    [page, "'readings.rollOver'"],
  ],
  'readings.valueTooLarge': [
    [photos, 'with a photo %s is looked at by an operator'],
    [whatIf, endings],
  ],
  'readings.deviation': [
    [outcomes, oneOfMany],
    [outcomes, 'is accepted once the customer has agreed'],
    [page, "'readings.deviation'"],
  ],
  'readings.comparedWith': [
    ['portal/modules/readings/several-readings.api.test.ts', 'Порівняно з прийнятим показанням'],
    ['web/app/reading-zones.test.tsx', "readingMessages['readings.comparedWith']"],
  ],
  'readings.lastYear': [
    [outcomes, 'a deviation says from how many kWh to how many'],
    // The page says it in the sentence of the deviation (decision 0205).
    [page, ' % більше, ніж торік: '],
    ['web/features/readings/meter/outcome-words.test.ts', 'readings.lastYear'],
  ],
  'readings.operatorCheck': [
    [outcomes, 'a large deviation is under review, also after agreeing'],
    [page, "'readings.operatorCheck'"],
  ],
  'readings.additionalVerification': [
    [outcomes, 'a verification was asked for'],
    [whatIf, endings],
    [page, "'readings.additionalVerification'"],
  ],
  'readings.takenByOperator': [
    [outcomes, oneOfMany],
    [whatIf, blocked],
  ],
  'readings.substation': [
    [outcomes, oneOfMany],
    [whatIf, blocked],
  ],
  'readings.personInputBlocked': [
    [outcomes, oneOfMany],
    [whatIf, blocked],
    [page, "'readings.personInputBlocked'"],
  ],
  'readings.entityPeriodClosed': [
    [outcomes, 'outside its window an entity is refused with a closed period'],
    [page, "'readings.entityPeriodClosed'"],
  ],
  'readings.entityInputBlocked': [
    [outcomes, oneOfMany],
    [page, "'readings.entityInputBlocked'"],
  ],
  'billing.commercialMetering': [
    [outcomes, oneOfMany],
    [page, "'billing.commercialMetering'"],
  ],
  'readings.meterDisabled': [
    [outcomes, oneOfMany],
    [whatIf, blocked],
  ],
  'readings.severalMeters': [
    [outcomes, oneOfMany],
    [page, "'readings.severalMeters'"],
  ],
  'readings.meterNotFound': [
    [outcomes, oneOfMany],
    [page, "'readings.meterNotFound'"],
  ],
  'readings.notInCalculation': [
    [submissions, 'while the month is being closed a reading is kept for the next and says so'],
    [page, "'readings.notInCalculation'"],
  ],
  'readings.noStatistics': [
    [outcomes, 'there is nothing to compare with'],
    [page, "'readings.noStatistics'"],
  ],
  'readings.readingFailed': [
    [submissions, 'a fault with one reading harms no other of its batch'],
    [whatIf, endings],
  ],
  'readings.alreadySubmitted': [
    [submissions, 'readings.alreadySubmitted'],
    [page, "'readings.alreadySubmitted'"],
  ],
  'readings.photoRefused': [
    [photos, '%s is refused as a photo and kept nowhere'],
    [page, "'readings.photoRefused'"],
  ],
  'readings.tooManyPhotos': [
    [photos, 'the eleventh is refused'],
    [page, "'readings.tooManyPhotos'"],
  ],
  'readings.photoHeic': [
    [photos, 'HEIC, with advice how to make another,'],
    [whatIf, endings],
  ],
  'common.deviceClock': [
    [submissions, 'a clock that is ahead or behind by more than five minutes is refused'],
    [whatIf, endings],
  ],
  'readings.roleReadsOnly': [
    [
      'portal/modules/identity/people/people.api.test.ts',
      'a viewer sees the meters and is told who gives their readings',
    ],
    ['web/app/points-table.test.tsx', 'a viewer sees the points and who gives their readings'],
  ],
  'readings.alreadyDecided': [
    [reviews, 'an operator sees the reading with its photo and asks for another'],
    [desk, "'readings.alreadyDecided'"],
  ],
  'readings.reviewReplaced': [
    ['billing/modules/readings/review/reading-review.api.test.ts', "code: 'readings.reviewReplaced'"],
    [desk, "'readings.reviewReplaced'"],
  ],
  'readings.laterReadingIsLower': [
    ['billing/modules/readings/review/reading-review.api.test.ts', "code: 'readings.laterReadingIsLower'"],
    [desk, "'readings.laterReadingIsLower'"],
  ],
  'readings.reasonMissing': [
    [reviews, 'with %s, and the reading stays in the queue'],
    [desk, "'readings.reasonMissing'"],
  ],
  'readings.photoNotAsked': [
    [reviews, 'the customer gives it and is told what was decided'],
    ['web/app/reading-form.test.tsx', "'readings.photoNotAsked'"],
  ],
  'billing.periodClosing': [
    ['portal/modules/readings/correct-reading.api.test.ts', 'once the period is %s nothing is corrected'],
    [whatIf, 'refuses a correction that was being written, and keeps what was typed for the request'],
  ],
};

/** Of the workbook that legal entities upload, not of a form: met in the tests of its check. */
const isOfWorkbook = (code: string) => /^readings\.(?:file|cell|row|eicNotFound)/.test(code);
const workbookTests = ['hostile-workbooks', 'check-workbook', 'mark-workbook'].map((name) =>
  readFileSync(join(import.meta.dirname, `workbook/${name}.api.test.ts`), 'utf8'),
);

test('every message about a reading has a test in which it is met', () => {
  const codes = Object.keys(readingMessages);
  const unmet = codes.filter((code) =>
    isOfWorkbook(code) ? !workbookTests.some((content) => content.includes(code)) : metIn[code] === undefined,
  );
  expect(unmet).toEqual([]);
});

test('every message about a reading is met on a page', () => {
  const unseen = Object.entries(metIn).filter(
    ([, places]) => !places.some(([file]) => /^(e2e|web\/app)\//.test(file)),
  );
  expect(unseen.map(([code]) => code)).toEqual([]);
});

test.each(
  Object.entries(metIn).flatMap(([code, places]) => places.map((place) => [code, ...place] as const)),
)('%s is met in %s: %s', (code, file, sentence) => {
  const content = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
  expect(content).toContain(sentence);
  // A code that the page words otherwise is met by its words.
  if (!file.startsWith('e2e/')) expect(content).toContain(code);
});
