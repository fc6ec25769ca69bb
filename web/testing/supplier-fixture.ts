import type { SupplierData } from '#contract/values/supplier.ts';

/** A supplier as the staff see it, without offices. */
export const supplierFixture: SupplierData = {
  name: 'ТОВ «Світло в дім»',
  edrpou: '41234569',
  iban: 'UA113052990000026038000123456',
  bankName: 'АТ КБ «ПриватБанк»',
  shortName: 'Світло в дім',
  address: 'м. Світлогір, вул. Соборна, 1',
  mainUrl: 'https://svitlo-v-dim.example',
  email: 'info@svitlo-v-dim.example',
  readingsEmail: 'pokazy@svitlo-v-dim.example',
  phones: ['0 800 300 015', '(0352) 51-09-10'],
  mobilePhones: ['+380 67 000 00 15'],
  emergencyPhones: [],
  complaintContacts: ['НКРЕКП: nerc.gov.ua'],
  offices: [],
  fuelMix: [
    { name: 'атомна', percent: '55.4' },
    { name: 'теплова', percent: '44.6' },
  ],
  fuelMixYear: 2025,
  co2GramsPerKwh: 268,
};
