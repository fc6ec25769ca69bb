export { type AccountCardRow, addressText, customerNameText, findAccountCard } from './account-store.ts';
