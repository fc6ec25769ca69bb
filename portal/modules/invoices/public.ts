export { filesOf as invoiceFiles } from './routes.ts';
