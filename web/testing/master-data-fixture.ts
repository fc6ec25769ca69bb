import type { OutputOf } from '#contract/define-call.ts';
import type { listMasterData } from '#contract/master-data.ts';

type MasterData = OutputOf<typeof listMasterData>;

/** A meter of two zones without values. */
export const masterMeterFixture: MasterData['meters'][number] = {
  serialNumber: 'NIK7',
  eicCode: '62Z0000000000001',
  zoneScheme: 'two',
  removedOn: null,
  digitCapacity: 6,
  lastValues: [],
  channels: [],
};

const removedMeter = { serialNumber: 'NIK6', zoneScheme: 'single' as const, removedOn: '2025-01-10' };

/** An account of a household with a meter and one that was removed. */
export const masterDataFixture: MasterData = {
  status: 'success',
  holder: { customerCode: 'C1', name: 'Коваленко Ірина', customerType: 'person' },
  address: '',
  tariffCode: 'T',
  contractEndedOn: null,
  points: [{ eicCode: '62Z0000000000001', pointState: 'active', contractedPowerWatts: 5000 }],
  meters: [masterMeterFixture, { ...masterMeterFixture, ...removedMeter }],
  tariffs: [{ tariffCode: 'T', title: 'Побутовий' }],
  closedUpTo: null,
  responsibles: [],
  changes: [],
};
