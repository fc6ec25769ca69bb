import type { BillingDatabase } from '#billing/billing-database.ts';
import type { PriceComponent, PriceComponentKind } from '#domain/invoices/price-formula.ts';
import type { Price } from '#domain/price.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { cached } from '#platform/cached.ts';
import { date, int4, int8, nullable, text, typedSql } from '#platform/database/typed-sql.ts';

/** A version that an operator adds is charged by at the latest after this time. */
const CACHE_TTL_MS = 5_000;

const components = cached(CACHE_TTL_MS, listPriceComponents);

/** `listPriceComponents`, read at most every five seconds per database: a month adds some rows. */
export const cachedPriceComponents = (db: BillingDatabase) => components.get(db);

/** All versions of all parts of prices, by kind, subject, class and date. */
export async function listPriceComponents(db: BillingDatabase): Promise<readonly PriceComponent[]> {
  const { rows } = await typedSql<PriceComponent>({
    kind: text<PriceComponentKind>(),
    subject: text(),
    voltageClass: int4<0 | 1 | 2>(),
    validFrom: date<LocalDate>(),
    validTo: nullable(date<LocalDate>()),
    price: int8<Price>(),
    source: text(),
  })`
    select kind, subject, voltage_class as "voltageClass", valid_from as "validFrom", valid_to as "validTo",
      price_micro as price, source
    from billing.price_component order by kind, subject, voltage_class, valid_from`.execute(db);
  return rows;
}
