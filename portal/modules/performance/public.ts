export { createCallMeter, meterCalls } from './call-meter.ts';
export { type NodeParts, startNodePublisher } from './publish-node.ts';
export { createPerformanceReader } from './read-performance.ts';
