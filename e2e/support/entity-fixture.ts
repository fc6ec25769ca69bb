import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { addPoints, makeContract, makePriceComponents } from '#billing/testing/make-contract-terms.ts';
import { insertMeter } from '#billing/testing/make-meter.ts';
import { makeAct, makeCharge } from '#billing/testing/make-money.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import type { PriceComponent } from '#domain/invoices/price-formula.ts';
import { priceFromText } from '#domain/price.ts';
import { localDate } from '#domain/time/local-date.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createEntityIdentity } from '#portal/modules/identity/sign-in/create-identity.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { samplePassword } from './sample-users.ts';

const part = (
  kind: PriceComponent['kind'],
  price: string,
  from: string,
  source: string,
  more: Partial<Pick<PriceComponent, 'subject' | 'voltageClass'>> = {},
): PriceComponent => ({
  kind,
  subject: '',
  voltageClass: 0,
  validFrom: localDate(from),
  validTo: null,
  price: priceFromText(price),
  source,
  ...more,
});

const tariffs = 'Постанова НКРЕКП № 2009 від 05.12.2025';
const market = 'АТ «Оператор ринку», середньозважена ціна РДН';
const ofOperator = (voltageClass: 1 | 2) => ({ subject: 'VIN', voltageClass });

const components: readonly PriceComponent[] = [
  part('dayAhead', '6.83049', '2025-11-01', market),
  part('dayAhead', '5.40987', '2026-01-01', market),
  part('dayAhead', '5.98037', '2026-04-01', market),
  part('margin', '0.15', '2025-11-01', 'Договір, додаток 2', { subject: 'SPOT' }),
  part('transmission', '0.68623', '2025-11-01', tariffs),
  part('transmission', '0.71368', '2026-01-01', tariffs),
  part('transmission', '0.74291', '2026-04-01', tariffs),
  part('distribution', '0.48752', '2025-11-01', tariffs, ofOperator(1)),
  part('distribution', '0.4881', '2026-04-01', tariffs, ofOperator(1)),
  part('distribution', '2.74696', '2025-11-01', tariffs, ofOperator(2)),
  part('distribution', '2.75218', '2026-04-01', tariffs, ofOperator(2)),
];

/** An entity of two accounts: a shop with a sub-consumer and a replaced meter, and a warehouse; what is due is of 31.10.2026. */
export interface EntityFixture {
  readonly account: string;
  readonly other: string;
  readonly eic: string;
}

/** Fills a migrated database; the unique code is SVITLO01. */
export async function fillEntity(url: string): Promise<EntityFixture> {
  const { db: connected, close } = connectDatabase<unknown>({ url, poolSize: 2 });
  const db = connected as BillingDatabase;
  await makeSupplier(db);
  const history = ['02', '03', '04', '05', '06', '07', '08'].map((month, index) => ({
    period: `2026-${month}`,
    closing: { single: 99_700 + index * 250 - (index > 1 ? 100_000 : 0) },
  }));
  const shop = await makeAccount(db, {
    customerType: 'entity',
    objectCode: 'SVITLO01',
    contractedPowerWatts: 120_000,
    meters: [
      {
        installedOn: '2026-01-15',
        installedValues: { single: 99_450 },
        coefficient: 20,
        removedOn: '2026-09-10',
        removedValues: { single: 1300 },
        meterState: 'removed',
      },
      { installedOn: '2026-09-10', coefficient: 30 },
    ],
    history,
  });
  const other = await makeAccount(db, { customerType: 'entity' });
  const { accountNumber: account, eicCode: eic } = shop;
  const tenant = '62Z7000000000T1X';
  await addPoints(db, shop, [tenant]);
  await insertMeter(db, { accountNumber: account, eicCode: tenant, meter: { installedOn: '2026-02-01' } });
  await sql`update billing.account set customer_id = ${shop.customerId} where account_number = ${other.accountNumber}`.execute(
    db,
  );
  await sql`update billing.customer set company_name = 'ТОВ «Кошик щодня»', tax_code = '43395033'
    where customer_id = ${shop.customerId}`.execute(db);
  await sql`insert into billing.company_information (customer_id, vat_number, legal_address, bank_name, iban, signer_name,
      signer_post, signer_ground)
    values (${shop.customerId}, '433950310056', '21000, м. Вінниця, вул. Соборна, 12', 'АТ «Укрексімбанк»',
      'UA213223130000026007233566001', 'Олена Коваль', 'директорка', 'статут')`.execute(db);
  await sql`insert into billing.distribution_operator (operator_code, name, edrpou, iban, bank_name)
    values ('VIN', 'АТ «Вінницяобленерго»', '00130694', 'UA213223130000026007233566001', 'Банк')`.execute(db);
  await sql`insert into billing.contract_point (account_number, eic_code, valid_from, object_name, address, cost_centre,
      voltage_class, is_group_a, loss_mode, loss_percent_thousandths, reactive_equivalent_micro)
    values (${account}, ${eic}, '2025-11-01', 'Магазин № 1', 'Вінниця, вул. Київська, 4', 'ВН-01', 2, false, 'percent', 2500, 80000),
      (${account}, ${tenant}, '2025-11-01', 'Кав’ярня', 'Вінниця, вул. Київська, 4', 'ВН-01', 1, true, 'none', null, null)`.execute(
    db,
  );
  await sql`insert into billing.sub_consumer (account_number, eic_code, main_eic_code, valid_from, name)
    values (${account}, ${tenant}, ${eic}, '2025-11-01', 'ФОП Зерно')`.execute(db);
  await sql`insert into billing.meter_channel (account_number, meter_id, channel, installed_value)
    select account_number, meter_id, 'reactiveImport', 0 from billing.meter
    where account_number = ${account} and eic_code = ${eic} and removed_on is null`.execute(db);
  const terms = { operatorCode: 'VIN', offerCode: 'SPOT' };
  await makeContract(db, shop, {
    ...terms,
    validFrom: '2025-11-01',
    plannedParts: [{ day: 5, percent: 100 }],
  });
  await makePriceComponents(db, components);
  await makeCharge(db, account, '2026-09', '48210.35');
  await sql`insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas,
      charged_kopiykas, recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
    values (${account}, '2026-09', 'B-1', '2026-10-05', '2026-10-20', 0, 4821035, 0, 0, 4821035, 5010000, false)`.execute(
    db,
  );
  await sql`insert into billing.planned_payment (account_number, period, part_number, due_on, amount_kopiykas)
    values (${account}, '2026-11', 1, '2026-11-05', 9000000)`.execute(db);
  await makeAct(db, other.accountNumber, { actNumber: '46-1', sum: '3000.50' });
  const accounts = [account, other.accountNumber];
  await createEntityIdentity(connected as PortalDatabase, {
    accounts,
    phone: '+380501230000',
    email: 'office@example.com',
    password: samplePassword,
  });
  await close();
  return { account, other: other.accountNumber, eic };
}
