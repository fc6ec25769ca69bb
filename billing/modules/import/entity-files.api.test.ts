import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { company, entityFiles, exchanged, mainEic, subEic, withLine } from './testing/entity-files.ts';
import { type ImportFixture, openImportFixture } from './testing/import-fixture.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture('2026-11-20');
});
afterAll(() => fixture.end());

describe('files of legal entities', () => {
  test('are loaded whole, and the month is charged by the contract', async () => {
    expect(await fixture.load(entityFiles)).toMatchObject({
      kind: 'loaded',
      closedPeriods: ['2026-10'],
      added: {
        distribution_operator: 1,
        price_component: 4,
        economic_rate: 2,
        company_information: 1,
        entity_contract: 1,
        contract_point: 2,
        sub_consumer: 1,
        meter_channel: 2,
        channel_reading: 3,
        hourly_value: 2,
        volume_correction: 1,
        reactive_payment: 1,
        tax_invoice: 2,
      },
    });
    expect(await fixture.ask('select * from billing.entity_contract')).toEqual([
      {
        account_number: company,
        valid_from: '2024-01-09',
        contract_number: 'N9',
        signed_on: '2024-01-09',
        ends_on: null,
        price_kind: 'spot',
        operator_code: 'OP',
        offer_code: 'SPOT',
        fixed_price_micro: null,
        with_transmission: true,
        with_distribution: true,
        is_one_price: false,
        payment_form: 'planned',
        planned_parts: [
          { day: 5, percent: 30 },
          { day: 15, percent: 30 },
          { day: 25, percent: 40 },
        ],
        due_day: 20,
        due_working_days: 10,
        rounding: 'halfUp',
        document_exchange: 'signature',
        late_percent_hundredths: 1525,
        penalty_rate_times: 2,
        correction_rule: 'monthBefore',
        correction_day: 20,
        volume_tolerance_hundredths: 1000,
        silent_acceptance_days: null,
      },
    ]);
    const formFactor = 1.15;
    expect(
      await fixture.ask(`select loss_mode, loss_percent_thousandths as percent, loss_formula as formula,
        reactive_equivalent_micro as equivalent, is_group_a from billing.contract_point order by eic_code`),
    ).toEqual([
      {
        loss_mode: 'formula',
        percent: null,
        formula: {
          transformer: { ratedKva: 250, noLoadKw: 0.74, loadKw: 3.7, formFactor },
          line: { resistanceOhm: 0.35, voltageKv: 10, formFactor },
        },
        equivalent: 80_000,
        is_group_a: true,
      },
      { loss_mode: 'percent', percent: 1500, formula: null, equivalent: null, is_group_a: false },
    ]);
    expect(await fixture.ask('select kind, value from billing.economic_rate order by kind')).toEqual([
      { kind: 'discountRate', value: 1550 },
      { kind: 'inflation', value: 1007 },
    ]);
  });

  test('keep hours as whole kWh of the same sum', async () => {
    const rows = await fixture.ask<{ hours: number[] }>(
      'select hours from billing.hourly_value order by day',
    );
    expect(rows[0]?.hours.slice(0, 5)).toEqual([0, 1, 0, 1, 0]);
    expect(rows.map(({ hours }) => [hours.length, hours.reduce((sum, kwh) => sum + kwh, 0)])).toEqual([
      [24, 10],
      [25, 10],
    ]);
  });

  test('charge the quantities and post what was paid to the operator of the network', async () => {
    expect(
      await fixture.ask(
        `select eic_code as eic, metered_kwh::int as metered, sub_kwh::int as sub,
        reactive_import_kvarh::int as reactive, is_held as held
        from billing.invoice_quantity where account_number = $1 order by eic_code`,
        [company],
      ),
    ).toEqual([
      { eic: mainEic, metered: 33_360, sub: 9840, reactive: 21_680, held: false },
      { eic: subEic, metered: 9840, sub: 0, reactive: 0, held: false },
    ]);
    expect(
      await fixture.ask(`select debit_account as debit, credit_account as credit, amount_kopiykas::int as amount, period
        from billing.ledger_entry where kind = 'reactivePayment'`),
    ).toEqual([{ debit: 'operatorBank', credit: 'reactiveReceivable', amount: 100_050, period: '2026-11' }]);
  });

  test('bring nothing when they are loaded again', async () => {
    const result = await fixture.load(entityFiles);
    if (Array.isArray(result) || result.kind !== 'loaded') throw new Error(JSON.stringify(result));
    expect(Object.values(result.added).filter((count) => count > 0)).toEqual([]);
  });

  test('are refused, row by row, where they differ from what is stored', async () => {
    const differences = [
      ['distribution-operators.csv', 'Operator,', 'Other,', '2 name row.differs Other'],
      ['price-components.csv', '0.74291', '0.75', '4 price row.differs 750000'],
      ['economic-rates.csv', '15.5', '15', '3 value row.differs 1500'],
      ['company-information.csv', 'Head', 'Chief', '2 signer_post row.differs Chief'],
      ['entity-contracts.csv', 'monthBefore', 'monthItself', '2 correction_rule row.differs monthItself'],
      ['entity-contracts.csv', 'signature', 'paper', '2 document_exchange row.differs paper'],
      ['entity-contracts.csv', '25=40', '26=40', '2 planned_parts row.differs '],
      ['contract-points.csv', 'Centre', 'Other', '2 cost_centre row.differs Other'],
      ['contract-points.csv', 'load_kw=3.7', 'load_kw=3.8', '2 loss_transformer row.differs '],
      ['sub-consumers.csv', 'yes', 'no', '2 is_billed row.differs false'],
      ['contract-volumes.csv', '9000', '9001', '4 kwh row.differs 9001'],
      ['meter-channels.csv', 'reactiveExport,0', 'reactiveExport,1', '3 installed_value row.differs 1'],
      ['channel-readings.csv', '1184', '1185', '3 value row.differs 1185'],
      ['hourly-values.csv', '0.4;0.4', '1.4;0.4', '2 hours row.differs '],
      ['volume-corrections.csv', '-100', '-101', '2 kwh row.differs -101'],
      ['reactive-payments.csv', '1000.50', '1000.51', '2 amount row.differs 100051'],
      ['tax-invoices.csv', '-192.51', '-192.50', '3 vat row.differs -19250'],
    ] as const;
    const problems = await fixture.load(exchanged(...differences));
    const known = differences.map(([file, , , problem]) => `${file}:${problem}`);
    expect(problems).toEqual(known.map((problem) => expect.stringContaining(problem)));
  });

  const later = exchanged(
    ['tax-invoices.csv', '-192.51,sent', '-192.51,stopped'],
    ['entity-contracts.csv', 'N9,2024-01-09,,', 'N9,2024-01-09,2027-01-08,'],
    ['price-components.csv', '2026-04-01,,', '2026-04-01,2026-12-31,'],
  );
  const addLine = (file: keyof typeof entityFiles, line: string) => ({ [file]: `${later[file]}${line}\n` });

  test('tell later how a registration goes on, when a contract and a price end, new prices and values', async () => {
    const told = {
      ...later,
      ...addLine('price-components.csv', 'dayAhead,,0,2026-11-01,,6.1,Market'),
      // Of a closed month, which is charged anew.
      ...addLine('channel-readings.csv', `${company},M1,reactiveExport,2026-10,15,,`),
    };
    const requests = 'select account_number, from_period, cause from billing.recalculation_request';
    expect(await fixture.ask(requests)).toEqual([]);
    // The price that ends is one of the two.
    const some = { price_component: 2, channel_reading: 1 };
    const none = { price_component: 0, channel_reading: 0 };
    expect(await fixture.load(told)).toMatchObject({ kind: 'loaded', added: some });
    for (const files of [entityFiles, told])
      expect(await fixture.load(files)).toMatchObject({ kind: 'loaded', added: none });
    expect(await fixture.ask(requests)).toEqual([
      { account_number: company, from_period: '2026-10', cause: 'lateReading' },
    ]);
    expect(
      await fixture.ask(`select ends_on as contract,
        (select valid_to from billing.price_component where kind = 'transmission') as price,
        (select registration_state from billing.tax_invoice where kind = 'adjustment') as registration
        from billing.entity_contract`),
    ).toEqual([{ contract: '2027-01-08', price: '2026-12-31', registration: 'stopped' }]);
  });

  test('take no registration back, contract no volume twice, and bring no price and no terms for a closed month', async () => {
    const line = entityFiles['entity-contracts.csv'].split('\n')[1] ?? '';
    const wrong = {
      ...exchanged(
        ['tax-invoices.csv', 'registered,9301234567,2026-11-10', 'sent,,'],
        ['contract-volumes.csv', 'Annex 1,9000', 'Annex 9,9000'],
      ),
      ...withLine('price-components.csv', 'margin,SPOT,0,2026-09-01,2026-09-30,0.20,Offer'),
      ...withLine('entity-contracts.csv', line.replace('2024-01-09', '2026-10-01')),
    };
    expect(await fixture.load(wrong)).toEqual([
      'price-components.csv:6 valid_from contract.closedMonth 2026-09-01',
      'entity-contracts.csv:3 valid_from contract.closedMonth 2026-10-01',
      'contract-volumes.csv:4 document volume.twice Annex 9',
      'tax-invoices.csv:2 registration row.differs sent',
      'tax-invoices.csv:2 registration_number row.differs',
    ]);
  });

  test('wait for the prices of a month that is over; a point that comes later is to be in the contract', async () => {
    fixture.setDay('2026-12-02');
    const eic = '62Z0000000009038';
    const point = {
      ...entityFiles,
      ...addLine('metering-points.csv', `${company},${eic},active,30,no`),
      ...addLine('meters.csv', `${company},${eic},M3,Type,single,6,1,working,2026-11-25,,`),
      ...addLine('registers.csv', `${company},M3,single,0,`),
    };
    expect(await fixture.load(point)).toEqual([
      'entity-contracts.csv:2 operator_code contract.priceMissing distribution 2 2026-11',
      `entity-contracts.csv:2 account_number contract.pointMissing ${eic}`,
    ]);
    const known = {
      ...point,
      ...withLine('contract-points.csv', `${company},${eic},2026-12-01,Kiosk,,,2,no,none,,,,,`),
      ...withLine('price-components.csv', 'distribution,OP,2,2026-11-01,,2.76,Order 3'),
    };
    expect(await fixture.load(known)).toMatchObject({
      kind: 'loaded',
      added: { contract_point: 1, meter: 1, price_component: 1 },
    });
  });
});
