import * as z from 'zod/mini';
import { officeSchema } from '#contract/values/office.ts';
import { secondPersonFailures } from '#contract/values/second-person.ts';
import { managedSupplierFields, requisitesField, supplierValuesField } from '#contract/values/supplier.ts';
import { defineModule } from './define-module.ts';
import { secondPersonField } from './identity.ts';

export const SUPPLIER_GET = defineModule({
  name: 'SUPPLIER_GET',
  summary: 'Name, bank details and contacts of the supplier, and the prices of an ordinary household.',
  input: z.object({}),
  output: z.object({
    name: z.string(),
    shortName: z.string(),
    edrpou: z.string(),
    iban: z.string(),
    bank: z.string(),
    address: z.string(),
    phones: z.array(z.string()),
    mobilePhones: z.array(z.string()),
    email: z.string(),
    /** Email for photos of meters. */
    readingsEmail: z.string(),
    mainUrl: z.string(),
    images: z.array(z.string()),
    offices: z.array(officeSchema),
    /** Current price per kWh for an ordinary household, decimal hryvnias with VAT; null: there is no single price. */
    householdPrices: z.nullable(z.object({ day: z.string(), night: z.string() })),
  }),
  failures: ['common.notFound'],
});

/** Who changes: an identity, with the name that the history shows. */
const administratorField = z.object({ id: z.string(), name: z.string() });
const changing = {
  requestId: z.string(),
  revision: z.number(),
  reason: z.string(),
  administrator: administratorField,
};
const output = z.object(managedSupplierFields);
const failures = [
  'common.notFound',
  'common.requestReused',
  'supplier.nothingChanged',
  'supplier.changedMeanwhile',
] as const;

export const SUPPLIER_READ = defineModule({
  name: 'SUPPLIER_READ',
  summary: 'Everything that staff change of the supplier, with the newest hundred changes.',
  input: z.object({ administratorId: z.string() }),
  output,
  failures: ['common.notFound'],
});

export const SUPPLIER_CHANGE = defineModule({
  name: 'SUPPLIER_CHANGE',
  summary:
    'Changes contacts, offices and energy sources of the supplier; the same request again changes nothing more.',
  input: z.object({ values: supplierValuesField, ...changing }),
  output,
  failures,
});

export const SUPPLIER_PROPOSE = defineModule({
  name: 'SUPPLIER_PROPOSE',
  summary:
    'Proposes another name, code, bank account or bank of the supplier; the same request again changes nothing more.',
  input: z.object({ values: requisitesField, ...changing }),
  output,
  failures: [...failures, 'supplier.proposalWaits'],
});

export const SUPPLIER_DECIDE = defineModule({
  name: 'SUPPLIER_DECIDE',
  summary: 'Confirms a proposal of another person, which takes effect at once, or withdraws one.',
  input: z.object({
    changeId: z.string(),
    decision: z.enum(['confirmed', 'withdrawn']),
    /** Of a withdrawal. */
    reason: z.string(),
    administrator: secondPersonField,
  }),
  output,
  failures: ['common.notFound', ...secondPersonFailures, 'supplier.decided', 'supplier.changedMeanwhile'],
});
