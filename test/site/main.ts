/**
 * Runs the fixture website as a process: `node test/site/main.ts --port 8080`. Prints one JSON line `{"url": ...}` when
 * it listens, and stops on SIGTERM or SIGINT.
 */
import { parseArgs } from 'node:util'
import { startSite } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    'latency-ms': { type: 'string', default: '0' },
    'requests-per-second': { type: 'string' },
  },
})

const perSecond = values['requests-per-second']
const site = await startSite({
  port: Number(values.port),
  host: values.host,
  latencyMs: Number(values['latency-ms']),
  ...(perSecond === undefined ? {} : { requestsPerSecond: Number(perSecond) }),
})

const stop = (): void => {
  void site.close()
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.stdout.write(`${JSON.stringify({ url: site.url })}\n`)
