export { forgetReports } from './report-store.ts';
