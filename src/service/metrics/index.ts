export { createMetrics, type DnsQuestion, type MetricsPage, type ServiceMetrics } from './metrics.js';
