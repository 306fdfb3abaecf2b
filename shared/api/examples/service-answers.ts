/** Example answers of the routes about the key and the service. */
import type { KeyReport, ServiceReport } from '../schemas/service-schema.ts'
import { exampleIds } from './example-ids.ts'

const { request: request_id } = exampleIds

const quotas: KeyReport['quotas'] = {
  starts_per_minute: 3_000,
  reads_per_minute: 300_000,
  calls_per_minute: 6_000,
  concurrent_jobs: 5_000,
  streams: 500,
  watches: 1_000,
}

const usage: KeyReport['usage'] = {
  starts_per_minute: 2,
  reads_per_minute: 41,
  calls_per_minute: 0,
  concurrent_jobs: 3,
  streams: 1,
  watches: 4,
}

const key: KeyReport = { key_id: 'dev', tenant: 'default', operator: true, quotas, usage, request_id }

const service: ServiceReport = {
  scope: 'all',
  version: '1.0.0',
  workflow_service: 'ok',
  result_store: 'ok',
  running: { crawl: 2, batch_scrape: 1 },
  pages: { last_minute: { completed: 204, failed: 1 }, last_hour: { completed: 3_912, failed: 17 }, complete: true },
  failures: [
    { code: 'http_status', pages: 12 },
    { code: 'timeout', pages: 5 },
  ],
  quotas,
  usage,
  tenants: [{ tenant: 'default', running: { crawl: 2, batch_scrape: 1 }, last_hour: { completed: 3_912, failed: 17 } }],
  processes: [
    { kind: 'gateway', address: 'gateway-0', version: '1.0.0', status: 'ready', problem: null, slots: null },
    {
      kind: 'scrape_worker',
      address: '10.0.0.7:8440',
      version: '1.0.0',
      status: 'ready',
      problem: null,
      slots: { used: 1, waiting: 0, capacity: 16 },
    },
  ],
  queues: [
    { name: 'seine-control', tasks: 'workflows', backlog: 0, oldest_seconds: 0, workers: 2 },
    { name: 'seine-pages', tasks: 'activities', backlog: 6, oldest_seconds: 0.8, workers: 2 },
  ],
  service_levels: [
    { name: 'api_availability', total: 5_210, bad: 2, allowed: 0.001, status: 'met' },
    { name: 'job_start', total: 24, bad: 1, allowed: 0.01, status: 'missed' },
    { name: 'api_latency', total: 4_102, bad: 12, allowed: 0.01, status: 'met' },
    { name: 'first_page', total: 23, bad: 1, allowed: 0.05, status: 'met' },
    { name: 'job_completion', total: 20, bad: 2, allowed: 0.05, status: 'missed' },
    { name: 'capture_success', total: 0, bad: 0, allowed: 0.05, status: 'no_data' },
  ],
  temporal_ui: 'http://127.0.0.1:8233',
  request_id,
}

export const serviceAnswers = { readKey: { 200: key }, readService: { 200: service } }
