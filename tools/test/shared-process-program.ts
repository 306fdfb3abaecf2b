/**
 * The process of several test files, each in a suite with its path as the name: `node --test` calls it with their paths,
 * relative to the working directory. Starting Node.js and loading the same packages anew costs more than most of their
 * tests. Writes down the CPU time of each, as `record-cpu.ts` does for a file with a process of its own.
 */
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { after, before, describe } from 'node:test'
import { recordCpuTime, usedCpuMs } from './record-cpu.ts'

/** Loads a file at once, as tests belong to the suite in whose callback they are defined. */
const load = createRequire(import.meta.url)

for (const path of process.argv.slice(2)) {
  describe(path, () => {
    let beganMs = 0
    before(() => (beganMs = usedCpuMs()))
    const beforeLoadMs = usedCpuMs()
    load(resolve(path))
    const loadMs = usedCpuMs() - beforeLoadMs
    // After the file's own hooks.
    after(() => {
      recordCpuTime(path, loadMs + usedCpuMs() - beganMs)
    })
  })
}
