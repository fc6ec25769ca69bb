export { type ExportProgress, type ExportResult, exportFolder } from './export-folder.ts';
