import type { PremisesPlan } from './household-plan.ts';
import { randomOf } from './random.ts';

interface Settlement {
  readonly name: string;
  readonly postcode: string;
  /** Digits 2 and 3 of its account numbers. */
  readonly district: string;
  readonly hasFlats: boolean;
}

/** Supply area: invented places. */
const settlements: readonly [Settlement, ...Settlement[]] = [
  { name: 'м. Світлогір', postcode: '46901', district: '46', hasFlats: true },
  { name: 'м. Світлогір', postcode: '46903', district: '46', hasFlats: true },
  { name: 'м. Калинів', postcode: '47510', district: '47', hasFlats: true },
  { name: 'смт Зоряне', postcode: '47722', district: '40', hasFlats: true },
  { name: 'с. Липова Долинка', postcode: '47733', district: '40', hasFlats: false },
  { name: 'с. Великі Сади', postcode: '47741', district: '41', hasFlats: false },
  { name: 'с. Озерна Гребля', postcode: '47264', district: '41', hasFlats: false },
];

const streets = [
  'вул. Січових Стрільців',
  'вул. Лесі Українки',
  'вул. Івана Франка',
  'вул. Тараса Шевченка',
  'вул. Соборна',
  'вул. Садова',
  'вул. Вишнева',
  'вул. Зелена',
  'вул. Миру',
  'вул. Шкільна',
  'вул. Набережна',
  'вул. Галицька',
  'вул. Богдана Хмельницького',
  'вул. Михайла Грушевського',
  'вул. Данила Галицького',
  'вул. 15 Квітня',
  'вул. Злуки',
  'вул. Героїв Крут',
  'просп. Незалежності',
  'бульв. Просвіти',
  'пров. Тихий',
  'майдан Волі',
] as const;

/** Address of the household with that number. */
export function placeOf(number: number): PremisesPlan & { readonly district: string } {
  const random = randomOf(`place ${number}`);
  const settlement = random.pick(settlements);
  const isFlat = settlement.hasFlats && random.chance(0.75);
  const letter = random.chance(0.1) ? random.pick(['А', 'Б', 'В']) : '';
  return {
    postcode: settlement.postcode,
    settlement: settlement.name,
    street: random.pick(streets),
    building: `${random.between(1, isFlat ? 60 : 120)}${letter}`,
    apartment: isFlat ? String(random.between(1, 96)) : '',
    district: settlement.district,
  };
}
