export { payAddress } from './bill-dto.ts';
