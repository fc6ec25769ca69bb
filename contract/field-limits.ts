import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/passwords/password-length.ts';

/** Limits of the rules. Source: product.md 4. */
export const fieldLimits = {
  phone: 13,
  email: 254,
  name: 50,
  passwordShortest: MIN_PASSWORD_LENGTH,
  password: MAX_PASSWORD_LENGTH,
  account: 10,
  edrpou: 8,
  titleShortest: 3,
  title: 120,
} as const;

/** Whether PostgreSQL can store a text: no NUL and no lone surrogate, which is invalid in UTF-8 and JSON. */
export const isStorable = (text: string) => !text.includes('\0') && !/\p{Cs}/u.test(text);
