/**
 * Prints what the test files cost in their last runs on this machine, by folder and the most expensive ones:
 * `node tools/test/test-costs.ts`. Where CPU time is far below duration, a test waits.
 */
import { cacheDirectory } from '../checkout/locations.ts'
import { readDurations, type TestDurations } from './test-durations.ts'
import { testCpuFile, testDurationsFile } from './test-run.ts'

/** Most expensive files that are listed. */
const filesListedMax = 40

export interface TestCost {
  name: string
  files: number
  durationMs: number
  cpuMs: number
}

/** A folder of the repository; below `test/` the folder there. */
const folderOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('test/') ? 2 : 1)
    .join('/')

/** Adds up the costs of files by folder, the most CPU time first. Files whose CPU time is not known are left out. */
export function costsByFolder(durations: TestDurations, cpuTimes: TestDurations): TestCost[] {
  const folders = new Map<string, TestCost>()
  for (const { name, durationMs, cpuMs } of costsByFile(durations, cpuTimes)) {
    const folder = folderOf(name)
    const sum = folders.get(folder) ?? { name: folder, files: 0, durationMs: 0, cpuMs: 0 }
    folders.set(folder, {
      name: folder,
      files: sum.files + 1,
      durationMs: sum.durationMs + durationMs,
      cpuMs: sum.cpuMs + cpuMs,
    })
  }
  return byCpu([...folders.values()])
}

/** The costs of single files, the most CPU time first. */
export function costsByFile(durations: TestDurations, cpuTimes: TestDurations): TestCost[] {
  const known = Object.entries(cpuTimes)
  return byCpu(known.map(([name, cpuMs]) => ({ name, files: 1, durationMs: durations[name] ?? 0, cpuMs })))
}

const byCpu = (costs: TestCost[]): TestCost[] => costs.toSorted((a, b) => b.cpuMs - a.cpuMs)

const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(9)

function print(costs: readonly TestCost[]): void {
  console.log('    CPU s   wall s  files')
  for (const { name, files, durationMs, cpuMs } of costs) {
    console.log(`${seconds(cpuMs)}${seconds(durationMs)}${String(files).padStart(7)}  ${name}`)
  }
}

if (import.meta.main) {
  const context = { cache: cacheDirectory(process.env) }
  const durations = readDurations(testDurationsFile(context))
  const cpuTimes = readDurations(testCpuFile(context))
  print(costsByFolder(durations, cpuTimes))
  print(costsByFile(durations, cpuTimes).slice(0, filesListedMax))
}
