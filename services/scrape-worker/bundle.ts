/**
 * Bundles the workflows into one file, so that a worker starts without running webpack.
 * Usage: `node services/scrape-worker/bundle.ts OUTPUT_FILE`
 */
import { rename, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { slimBundle } from './slim-bundle.ts'

export const workflowsPath = fileURLToPath(import.meta.resolve('@seine/workflows/index.ts'))

/** Interceptors of every workflow; they are in the bundle whether traces are on or off. */
export const interceptorModules = [fileURLToPath(import.meta.resolve('@seine/workflows/trace-interceptor.ts'))]

const quiet = (): undefined => undefined

/** Bundles workflows in memory. @param path entry file of the workflows. @default the workflows of this repository */
export async function bundleWorkflows(path: string = workflowsPath): Promise<WorkflowBundleWithSourceMap> {
  const bundle = await bundleWorkflowCode({
    workflowsPath: path,
    workflowInterceptorModules: interceptorModules,
    logger: { log: quiet, trace: quiet, debug: quiet, info: quiet, warn: console.warn, error: console.error },
  })
  // On the first line, so that the source map stays right. Later the SDK freezes the class.
  const code = `Error.stackTraceLimit = ${temporalLimits.workflowStackCalls};${slimBundle(bundle.code)}`
  return { ...bundle, code }
}

if (import.meta.main) {
  const [output] = process.argv.slice(2)
  if (output === undefined) throw new Error('usage: bundle.ts OUTPUT_FILE')
  const { code } = await bundleWorkflows()
  await writeFile(`${output}.${process.pid}`, code)
  await rename(`${output}.${process.pid}`, output)
}
