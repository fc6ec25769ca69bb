export { serviceStatusRoutes } from './routes.ts';
export { createServiceWatch } from './service-watch.ts';
