/** The workflows as the stacks of tests run them: one bundle for all test files, built again when their code changes. */
import { join } from 'node:path'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { buildBundle, bundlePath } from '@seine/tools/stack/workflow-bundle.ts'

/** The per-user cache. @throws Error when the tests were not started by `./dev test`. */
function cacheDirectory(): string {
  const cache = process.env['SEINE_DEV_CACHE_DIR'] ?? ''
  if (cache === '') throw new Error('SEINE_DEV_CACHE_DIR is not set: run these tests with `./dev test stack`')
  return cache
}

/** Folder of the bundles of all checkouts. */
export const bundleDirectory = (): string => join(cacheDirectory(), 'bundles')

/** Path of the bundle, which exists once a stack has started. */
export const workflowBundlePath = (): string => bundlePath(repositoryRoot, bundleDirectory())

/** Returns the bundle for a worker of a test; builds it, which takes seconds, unless it is there. */
export async function builtWorkflows(): Promise<{ codePath: string }> {
  const path = workflowBundlePath()
  const { NODE_TEST_CONTEXT: _context, ...environment } = process.env
  await buildBundle({
    path,
    directory: bundleDirectory(),
    script: join(repositoryRoot, 'services/scrape-worker/bundle.ts'),
    environment,
    cwd: repositoryRoot,
    logFile: join(cacheDirectory(), 'logs', `workflow-bundle-${process.pid}.log`),
    signal: AbortSignal.timeout(120_000),
  })
  return { codePath: path }
}
