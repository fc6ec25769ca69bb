import * as z from 'zod/mini';
import { textLength } from '#domain/text-length.ts';

/** At most so many code points; `z.maxLength` counts UTF-16 units, which browsers, server and database would count differently. */
export function maxText(maximum: number, error = 'field.max') {
  const check = z.refine<string>((text) => textLength(text) <= maximum, { error, params: { n: maximum } });
  // For the API description.
  check._zod.onattach.push((schema) => {
    schema._zod.bag.maximum = maximum;
  });
  return check;
}

/** At least so many code points. */
export function minText(minimum: number, error = 'field.invalid') {
  const check = z.refine<string>((text) => textLength(text) >= minimum, { error });
  check._zod.onattach.push((schema) => {
    schema._zod.bag.minimum = minimum;
  });
  return check;
}
