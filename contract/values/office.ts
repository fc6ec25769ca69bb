import * as z from 'zod/mini';

/** An office of the supplier as customers see it: part of the data that each of them loads. */
export const officeSchema = z.object({
  name: z.string(),
  address: z.string(),
  /** Of opening, in words. */
  hours: z.string(),
  phones: z.array(z.string()),
});
