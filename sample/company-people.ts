import { chainPoints } from './entities/many-points.ts';

const engineersPoints = 12;

/**
 * People of the chain with an own sign-in beside the contract's; they have the password of all sample sign-ins and sign in with
 * their own unique code and any account of the chain.
 */
export const samplePeople = [
  {
    account: '1000000002',
    role: 'accountant',
    uniqueCode: 'SVITLO11',
    name: 'Коваленко Ірина',
    email: 'accountant@chain.example',
    phone: '+380501140001',
    points: null,
  },
  {
    account: '1000000002',
    role: 'powerEngineer',
    uniqueCode: 'SVITLO12',
    name: 'Бондар Ігор',
    email: 'engineer@chain.example',
    phone: '+380501140002',
    points: chainPoints(2, engineersPoints).map(({ eicCode }) => eicCode),
  },
  {
    account: '1000000002',
    role: 'signer',
    uniqueCode: 'SVITLO13',
    name: 'Гнатюк Леся',
    email: 'signer@chain.example',
    phone: '+380501140003',
    points: null,
  },
  {
    account: '1000000002',
    role: 'viewer',
    uniqueCode: 'SVITLO14',
    name: 'Мороз Остап',
    email: 'viewer@chain.example',
    phone: '+380501140004',
    points: null,
  },
] as const;

/** Who may sign for the chain. The certificates of the first two are in `signatures/`. */
export const sampleSigners = {
  account: '1000000002',
  signers: [
    {
      drfo: '2890123454',
      fullName: 'Мазур Ірина Василівна',
      post: 'головна енергетикиня',
      ground: 'довіреність № 17 від 09.01.2026',
      kinds: null,
      validFrom: '2026-01-09',
      validTo: null,
    },
    {
      drfo: '2763401233',
      fullName: 'Коваль Петро Андрійович',
      post: 'головний бухгалтер',
      ground: 'довіреність № 14 від 01.02.2025',
      kinds: ['acceptanceAct', 'reconciliationAct'],
      validFrom: '2025-02-01',
      validTo: null,
    },
    {
      drfo: '2411100345',
      fullName: 'Гринь Олег Степанович',
      post: 'директор',
      ground: 'статут',
      kinds: null,
      validFrom: '2019-03-01',
      validTo: '2024-12-31',
    },
  ],
} as const;
