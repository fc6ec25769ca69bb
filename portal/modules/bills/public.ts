export { payAddress } from './pay-address.ts';
