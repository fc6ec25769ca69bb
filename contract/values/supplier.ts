import * as z from 'zod/mini';
import { isWholeMix } from '#domain/energy.ts';
import { isShownPhone } from '#domain/identifiers/shown-phone.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { edrpouField, emailField, textField } from '../fields.ts';
import { ruledCode } from '../ruled-field.ts';
import { instantField } from './dates.ts';
import { officeSchema } from './office.ts';
import { decidedSchema } from './second-person.ts';
import { minText } from './text-length.ts';

const fuelPartSchema = z.object({ name: z.string(), percent: z.string() });

/** The supplier as it is stored; what was imported may be longer than what staff may type. */
export const supplierDataSchema = z.object({
  name: z.string(),
  edrpou: z.string(),
  iban: z.string(),
  bankName: z.string(),
  shortName: z.string(),
  address: z.string(),
  mainUrl: z.string(),
  email: z.string(),
  readingsEmail: z.string(),
  phones: z.array(z.string()),
  mobilePhones: z.array(z.string()),
  emergencyPhones: z.array(z.string()),
  complaintContacts: z.array(z.string()),
  offices: z.array(officeSchema),
  fuelMix: z.array(fuelPartSchema),
  fuelMixYear: z.nullable(z.number()),
  co2GramsPerKwh: z.nullable(z.number()),
});
export type SupplierData = z.infer<typeof supplierDataSchema>;
export type SupplierField = keyof SupplierData;

/** One line that is printed on bills: no signs that nobody sees. */
const line = (maximum: number) =>
  textField(maximum).check(
    z.trim(),
    z.refine((typed) => !/[\p{Cc}\p{Cf}]/u.test(typed), { error: 'field.invalid' }),
    z.overwrite(tidyText),
    minText(1, 'field.required'),
  );
const lines = <Item extends z.ZodMiniType<string, string>>(item: Item) =>
  z.array(item).check(
    z.maxLength(20, { error: 'field.invalid' }),
    z.refine((all) => new Set(all).size === all.length, { error: 'field.invalid' }),
  );
const required = { error: 'field.required' } as const;

const phoneField = line(40).check(z.refine(isShownPhone, { error: 'field.invalid' }));
const phonesField = lines(phoneField);

/** What one person changes. */
export const supplierValuesField = z.partial(
  z.object({
    shortName: line(100),
    address: line(300),
    mainUrl: line(300).check(z.regex(/^https:\/\/[\x21-\x7e]+$/, { error: 'field.invalid' })),
    email: emailField,
    readingsEmail: emailField,
    phones: phonesField.check(z.minLength(1, required)),
    mobilePhones: phonesField,
    emergencyPhones: phonesField,
    complaintContacts: lines(line(120)),
    offices: z
      .array(z.object({ name: line(100), address: line(300), hours: line(200), phones: phonesField }))
      .check(z.maxLength(50, { error: 'field.invalid' })),
    fuelMix: z
      .array(
        z.object({
          name: line(60),
          percent: z.string().check(z.regex(/^\d{1,3}(\.\d)?$/, { error: 'field.invalid' })),
        }),
      )
      .check(
        z.maxLength(20, { error: 'field.invalid' }),
        z.refine((parts) => parts.length === 0 || isWholeMix(parts), { error: 'field.invalid' }),
      ),
    fuelMixYear: z.nullable(z.int().check(z.minimum(2000), z.maximum(2199))),
    co2GramsPerKwh: z.nullable(z.int().check(z.minimum(0), z.maximum(9999))),
  }),
);

/** What payments go by: proposed by one person, confirmed by another. */
export const requisitesField = z.partial(
  z.object({
    name: line(300),
    edrpou: edrpouField,
    iban: ruledCode('iban', { maxLength: 29 }),
    bankName: line(200),
  }),
);

const changedSchema = z.partial(supplierDataSchema);

const supplierChangeSchema = z.object({
  changeId: z.string(),
  /** 'applied' and 'confirmed' took effect at once; 'proposed' waits for another person. */
  state: z.enum(['applied', 'proposed', 'confirmed', 'withdrawn']),
  before: changedSchema,
  after: changedSchema,
  reason: z.string(),
  author: z.string(),
  savedAt: instantField,
  /** Null: nobody has decided, or nobody needs to. */
  decided: z.nullable(decidedSchema),
  /** Proposed by who asks: another person has to confirm it. */
  isOwn: z.boolean(),
});
export type SupplierChange = z.infer<typeof supplierChangeSchema>;

/** The supplier of now with the newest changes. */
export const managedSupplierFields = {
  /** Grows with each change and decision; a change says up to which one its author has seen. */
  revision: z.number(),
  supplier: supplierDataSchema,
  /** The newest hundred. */
  changes: z.array(supplierChangeSchema),
};
