export { payAddress } from './routes.ts';
