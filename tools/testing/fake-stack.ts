/** A complete stack of stand-ins, for tests of the supervisor. */
import { join } from 'node:path'
import type { PartCommand, PartName } from '../stack/part.ts'
import type { StackPorts } from '../stack/ports.ts'
import { answersOk, until } from '../stack/readiness.ts'
import type { PartOverride, StackOptions } from '../stack/stack-options.ts'

const portOf: Record<PartName, (ports: StackPorts) => number> = {
  gateway: (ports) => ports.gateway,
  scrapeWorker: (ports) => ports.scrapeWorkerOps,
  browserWorker: (ports) => ports.browserWorker,
  objectStore: (ports) => ports.objectStore,
  temporal: (ports) => ports.temporal,
  redis: (ports) => ports.redis,
}

/** Returns a stand-in for one part. @param extra environment variables, see `fake-part.ts`. */
export function fakePart(name: PartName, extra: Record<string, string> = {}): PartOverride {
  return {
    command: (own: PartCommand, ports) => ({
      file: process.execPath,
      args: [join(import.meta.dirname, 'fake-part.ts')],
      environment: { ...own.environment, ...extra, FAKE_PORT: String(portOf[name](ports)) },
    }),
    ready: (signal, ports) => until(() => answersOk(`http://127.0.0.1:${portOf[name](ports)}/readyz`), signal),
  }
}

/** Returns the options of a stack of stand-ins on free ports, without a browser worker. */
export function fakeStack(stateDir: string): StackOptions & { parts: Record<PartName, PartOverride> } {
  return {
    stateDir,
    ports: 'free',
    tools: { temporal: '', versitygw: '' },
    bundleScript: null,
    parts: {
      gateway: fakePart('gateway'),
      scrapeWorker: fakePart('scrapeWorker'),
      browserWorker: fakePart('browserWorker'),
      objectStore: fakePart('objectStore'),
      temporal: fakePart('temporal'),
      redis: fakePart('redis'),
    },
  }
}
