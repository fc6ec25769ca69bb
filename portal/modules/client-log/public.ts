export { deleteOldReports } from './report-store.ts';
