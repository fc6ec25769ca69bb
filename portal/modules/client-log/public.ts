export { deleteOldReportHours, deleteOldReports } from './report-store.ts';
