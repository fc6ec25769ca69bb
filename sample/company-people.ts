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
