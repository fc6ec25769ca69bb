import { expect, test } from 'vitest';
import { closingExceptionKinds, stopsClosing } from './closing-exceptions.ts';

test('what can not be charged stops a closing, what looks wrong does not', () => {
  expect(closingExceptionKinds.filter(stopsClosing)).toEqual(['noTariff', 'noPrice', 'notCharged']);
});
